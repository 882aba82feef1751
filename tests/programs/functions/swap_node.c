// The example of "Compositional Symbolic Execution through Program Specialization and Memoized Replay" (2015): the paper's
// three paths are three ways through the code. The next node may be none, the node itself, or another one, whose element
// decides. What comes behind that one is copied, but never asked for: the paper's four cases of it are one path here, and
// `swap_node_shapes.c` has them apart. The last path is that `self` is NULL, which Java's `this` can't be.
//@ entry: swap_node
//@ paths: 5
//@ ways: 3
//@ heap: self == NULL
//@ heap: self != NULL, self->next == NULL
//@ heap: self != NULL, self->next != NULL, self->next != self
#include <stddef.h>

struct node {
    int elem;
    struct node *next;
};

struct node *swap_node(struct node *self) {
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
