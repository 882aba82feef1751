// The caller of the 2015 paper's `swapNode`: all three paths of it are feasible, and those of a second and a third call.
//@ entry: call_3_times
//@ paths: 10
//@ options: --heap-objects=8 --heap-depth=8
#include <stddef.h>

struct node {
    int elem;
    struct node *next;
};

static struct node *swap_node(struct node *self) {
    if (self->next != NULL) {
        if (self->elem > self->next->elem) {
            struct node *t = self->next;
            self->next = t->next;
            t->next = self;
            return t;
        }
    }
    return NULL;
}

static struct node *call_swap_node(struct node *n1, struct node *n) {
    n1->elem = 0;
    n1->next = n;
    return swap_node(n1);
}

int call_3_times(struct node *n) {
    struct node n1;
    int swapped = 0;
    for (int i = 0; i < 3; i++) {
        struct node *first = call_swap_node(&n1, n);
        if (first) {
            swapped++;
            n = first->next->next;
        }
    }
    return swapped;
}
