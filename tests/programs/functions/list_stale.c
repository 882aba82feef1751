// Two nodes that may be the same one: freeing the second after the first is an error only then. And a node that
// points to itself is gone before its second pointer is read.
//@ entry: drop_both
//@ paths: 7
#include <stdlib.h>

struct node {
    struct node *left, *right;
};

void drop_both(struct node *node) {
    if (!node || !node->left || !node->right)
        return;
    free(node->left);
    struct node *right = node->right;  //~ BUG use-after-free
    free(right);                       //~ BUG double-free
}
