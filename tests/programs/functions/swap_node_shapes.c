// The seven input structures of the 2015 paper's `swapNode`: its lazy initialisation makes them for three paths through the
// code (`swap_node.c`). Here they are paths of their own only if something asks, as `shape` does: the next node is none, the node itself,
// one that is no smaller, or a smaller one, behind which comes nothing, this node, itself, or another one. The eighth is that
// `self` is NULL, which Java's `this` can't be.
//@ entry: shape
//@ paths: 8
//@ heap: self != NULL, self->next == NULL
//@ heap: self != NULL, self->next != NULL, self->next == self, self == self->next
//@ heap: self != NULL, self->next != NULL, self->next != self, self != self->next
//@ heap: self != NULL, self->next != NULL, self->next != self, self->next->next == NULL
//@ heap: self != NULL, self->next != NULL, self->next != self, self->next->next != NULL, self == self->next->next
//@ heap: self != NULL, self->next != NULL, self->next != self, self->next->next != NULL, self != self->next->next, self->next == self->next->next
//@ heap: self != NULL, self->next != NULL, self->next != self, self->next->next != NULL, self != self->next->next, self->next != self->next->next
#include <stddef.h>

struct node {
    int elem;
    struct node *next;
};

static struct node *swap_node(struct node *self) {
    if (self->next != NULL) {  //~ UNLESS null-dereference: `self` is not NULL
        if (self->elem > self->next->elem) {
            struct node *t = self->next;
            self->next = t->next;
            t->next = self;
            return t;
        }
    }
    return NULL;
}

int shape(struct node *self) {
    struct node *swapped = swap_node(self);
    if (!swapped)
        return self->next == NULL ? 1 : self->next == self ? 2 : 3;
    if (!self->next)
        return 4;
    if (self->next == self)
        return 5;
    return self->next == swapped ? 6 : 7;
}
