// A binary search tree: insertion, lookup, depth, traversal, release.
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *tree, int key) {
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        if (!tree)
            exit(1);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else if (key > tree->key) {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static int depth(const struct tree *tree) {
    if (!tree)
        return 0;
    int left = depth(tree->left), right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

static void print(const struct tree *tree) {
    if (!tree)
        return;
    print(tree->left);
    printf("%d ", tree->key);
    print(tree->right);
}

static void release(struct tree *tree) {
    if (!tree)
        return;
    release(tree->left);
    release(tree->right);
    free(tree);
}

int main(void) {
    struct tree *tree = NULL;
    for (int i = 0; i < 15; i++)
        tree = insert(tree, i * 7 % 16);
    print(tree);
    printf("\n%d\n", depth(tree));
    release(tree);
    return 0;
}
