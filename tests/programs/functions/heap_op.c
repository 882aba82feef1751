// The 2015 paper's HeapOp, re-created (its source is not public): `q` has few branches and many aliasing cases, and `r` calls
// it on nodes that overlap.
//@ entry: r
//@ paths: 14
#include <stddef.h>

struct node {
    int elem;
    struct node *next;
};

static struct node *q(struct node *a, struct node *b) {
    if (!a || !b)
        return a ? a : b;
    if (a == b)
        return a->next;
    if (a->elem > b->elem) {
        struct node *rest = a->next;
        a->next = b->next;
        b->next = rest;
        return b;
    }
    return a;
}

int r(struct node *a, struct node *b) {
    struct node *c = q(a, b);
    if (!c)
        return 0;
    struct node *d = q(c, a);
    if (!d)
        return 1;
    return d == a ? 2 : d == b ? 3 : 4;
}
