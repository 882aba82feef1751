// Numbers put into a search tree on the heap: the paths are the shapes of the tree, and the equal numbers.
#include "counterpoint.h"

#include <stdlib.h>

#define N 5

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *node, int key) {
    if (!node) {
        node = malloc(sizeof *node);
        if (!node)
            abort();
        node->key = key;
        node->left = node->right = NULL;
    } else if (key < node->key) {
        node->left = insert(node->left, key);
    } else if (key > node->key) {
        node->right = insert(node->right, key);
    }
    return node;
}

static int depth(const struct node *node) {
    if (!node)
        return 0;
    int left = depth(node->left), right = depth(node->right);
    return 1 + (left > right ? left : right);
}

int main(void) {
    int keys[N];
    cp_symbolic(keys, sizeof keys, "keys");
    struct node *tree = NULL;
    for (int i = 0; i < N; i++)
        tree = insert(tree, keys[i]);
    return depth(tree);
}
