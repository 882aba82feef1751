// A list whose nodes are reached through one another: a pointer at depth n is eight bytes behind the one at n - 1, and each
// of them has to be looked up once, not eight times as often at each step.
#include "counterpoint.h"
#include <stddef.h>

struct node {
    struct node *next;
    signed char key;
};

static struct node nodes[8] = {
    {&nodes[1], 0}, {&nodes[2], 0}, {&nodes[3], 0}, {&nodes[4], 0},
    {&nodes[5], 0}, {&nodes[6], 0}, {&nodes[7], 0}, {NULL, 0},
};

static int is_wanted(const struct node *at) {
    if (at->key == 42)
        return 1;
    return 0;
}

static int last(const struct node *at) {
    while (at->next != NULL)
        at = at->next;
    return is_wanted(at);
}

static int sixth(const struct node *at) {
    return is_wanted(at->next->next->next->next->next);
}

int main(void) {
    cp_symbolic(&nodes[5].key, 1, "sixth");
    cp_symbolic(&nodes[7].key, 1, "last");
    int found = sixth(nodes) + last(nodes);
    cp_assert(found != 2); //~ BUG assertion-failure
    return found;
}
