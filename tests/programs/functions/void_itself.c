// What belongs to a node may be the node itself, but then it is used as one. Errors that only come of that are for callers to avoid.
//@ entry: drop
//@ complete: false
//@ stopped: no bytes that a `void *` leads to are a pointer
#include <stdlib.h>

struct node {
    long value;
    void *data;
};

struct cell {
    int *to;
    int kind;
};

int drop(struct node *node, int kind) {
    if (!node || !node->data)
        return -1;
    int is_own = node->data == node;
    if (kind == 1) {
        struct cell *cell = node->data;
        return cell->to && *cell->to == 3 ? 1 : is_own;
    }
    long *number = node->data;
    *number = 5;
    free(number);
    node->value = 1; //~ UNLESS use-after-free: `node->data` points to nothing of `node`
    return 3;
}
