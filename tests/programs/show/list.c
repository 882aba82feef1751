// Pointers in structures: access paths that go through them.
#include <stddef.h>

#include "counterpoint.h"

struct node {
    struct node *next;
    short elem;
    struct {
        char tag;
        unsigned flags;
    } info;
};

static int second(const struct node *n) {
    if (n == NULL || n->next == NULL)
        return -1;
    if (n->next->info.tag == 'x' && (n->info.flags & 4))
        return 0;
    return n->next->elem - n->elem;
}

static struct node a, b;

int main(void) {
    cp_symbolic(&a.elem, sizeof a.elem, "a.elem");
    cp_symbolic(&a.info.flags, sizeof a.info.flags, "a.info.flags");
    cp_symbolic(&b.info.tag, sizeof b.info.tag, "b.info.tag");
    cp_symbolic(&b.elem, sizeof b.elem, "b.elem");
    if (b.elem != 100)
        a.next = &b;
    return second(&a) == 3;
}
