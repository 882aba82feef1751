//@ paths: 5
// Blocks that one callee allocates, and another one releases.
#include <stdlib.h>

#include "counterpoint.h"

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    if (value < 0)
        return list;
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(9);
    node->value = value;
    node->next = list;
    return node;
}

static int sum(struct node *list) {
    int total = 0;
    while (list) {
        struct node *next = list->next;
        total += list->value;
        free(list);
        list = next;
    }
    return total;
}

int main(void) {
    signed char a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    struct node *list = push(push(0, a), b);
    cp_assert(sum(list) != 200); //~ BUG assertion-failure
    return 0;
}
