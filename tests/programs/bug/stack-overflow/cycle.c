// The depth of a tree that is not a tree.
#include <stdio.h>

struct node {
    struct node *left, *right;
};

static int depth(const struct node *node) {
    if (!node)
        return 0;
    int left = depth(node->left); //~ BUG stack-overflow
    int right = depth(node->right);
    return 1 + (left > right ? left : right);
}

int main(void) {
    struct node child = {NULL, NULL}, root = {&child, NULL};
    printf("%d\n", depth(&root));
    child.left = &root;
    printf("%d\n", depth(&root));
    return 0;
}
