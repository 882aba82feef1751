//@ entry: tree_remove
// tree: an ordered set of numbers as a balanced search tree (AVL): the heights of two brothers differ by at most one.
//
// Nodes are owned by the tree above them. Functions take a tree and return what became of it.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

struct tree {
    int key;
    int height; // 1 for a leaf
    struct tree *left;
    struct tree *right;
};

typedef bool tree_visitor(int key, void *context);

enum { TREE_HIGHEST = 40 };

static int height(const struct tree *tree) {
    if (!tree)
        return 0;
    REQUIRE(tree->height > 0);
    REQUIRE(tree->height <= TREE_HIGHEST);
    return tree->height;
}

static int higher(int a, int b) {
    return a > b ? a : b;
}

// How much higher the left side is.
static int slant(const struct tree *tree) {
    return height(tree->left) - height(tree->right);
}

// Are all keys between two others, heights right, and no node too slanted?
static bool is_valid_between(const struct tree *tree, const int *above, const int *below, int depth) {
    if (!tree)
        return true;
    if (depth == 0 || tree->height < 1 || tree->height > depth)
        return false;
    if ((above && tree->key <= *above) || (below && tree->key >= *below))
        return false;
    if (!is_valid_between(tree->left, above, &tree->key, depth - 1))
        return false;
    if (!is_valid_between(tree->right, &tree->key, below, depth - 1))
        return false;
    if (slant(tree) < -1 || slant(tree) > 1)
        return false;
    return tree->height == 1 + higher(height(tree->left), height(tree->right));
}

bool tree_is_valid(const struct tree *tree) {
    return is_valid_between(tree, NULL, NULL, TREE_HIGHEST);
}

// Are the two sides of a node valid, whatever their heights?
static bool has_valid_sides(const struct tree *tree) {
    if (!tree || !is_valid_between(tree->left, NULL, &tree->key, TREE_HIGHEST))
        return false;
    return is_valid_between(tree->right, &tree->key, NULL, TREE_HIGHEST);
}

static void measure(struct tree *tree) {
    tree->height = 1 + higher(height(tree->left), height(tree->right));
}

static struct tree *rotate_right(struct tree *tree) {
    struct tree *top = tree->left;
    tree->left = top->right;
    top->right = tree;
    measure(tree);
    measure(top);
    return top;
}

static struct tree *rotate_left(struct tree *tree) {
    struct tree *top = tree->right;
    tree->right = top->left;
    top->left = tree;
    measure(tree);
    measure(top);
    return top;
}

// Restores the balance where one side is higher by two.
static struct tree *balance(struct tree *tree) {
    REQUIRE(has_valid_sides(tree));
    measure(tree);
    if (slant(tree) > 1) {
        if (slant(tree->left) < 0)
            tree->left = rotate_left(tree->left);
        return rotate_right(tree);
    }
    if (slant(tree) < -1) {
        if (slant(tree->right) > 0)
            tree->right = rotate_right(tree->right);
        return rotate_left(tree);
    }
    return tree;
}

bool tree_contains(const struct tree *tree, int key) {
    REQUIRE(tree_is_valid(tree));
    while (tree && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree != NULL;
}

// Puts a leaf where it belongs.
static struct tree *insert(struct tree *tree, struct tree *node) {
    REQUIRE(tree_is_valid(tree));
    REQUIRE(node != NULL);
    REQUIRE(!tree_contains(tree, node->key));
    if (!tree)
        return node;
    if (node->key < tree->key)
        tree->left = insert(tree->left, node);
    else
        tree->right = insert(tree->right, node);
    return balance(tree);
}

// Adds a key to the set; false if it is there already, or if memory ran out.
bool tree_add(struct tree **tree, int key) {
    REQUIRE(tree != NULL);
    if (tree_contains(*tree, key))
        return false;
    struct tree *node = malloc(sizeof *node);
    if (!node)
        return false;
    *node = (struct tree){.key = key, .height = 1};
    *tree = insert(*tree, node);
    return true;
}

// Takes the node with the least key off a tree that isn't empty.
static struct tree *take_least(struct tree *tree, struct tree **least) {
    REQUIRE(has_valid_sides(tree));
    if (!tree->left) {
        *least = tree;
        return tree->right;
    }
    tree->left = take_least(tree->left, least);
    return balance(tree);
}

static struct tree *discard(struct tree *tree, int key) {
    REQUIRE(tree_is_valid(tree));
    if (!tree)
        return NULL;
    if (key < tree->key) {
        tree->left = discard(tree->left, key);
        return balance(tree);
    }
    if (key > tree->key) {
        tree->right = discard(tree->right, key);
        return balance(tree);
    }
    struct tree *left = tree->left;
    struct tree *right = tree->right;
    free(tree);
    if (!left || !right)
        return left ? left : right;
    struct tree *top = NULL;
    right = take_least(right, &top);
    top->left = left;
    top->right = right;
    return top;
}

// Takes a key out of the set.
bool tree_remove(struct tree **tree, int key) {
    REQUIRE(tree != NULL);
    if (!tree_contains(*tree, key))
        return false;
    *tree = discard(*tree, key);
    // The seeded bug, a broken invariant: `discard` doesn't balance the node that takes the place of the one that is gone.
    assert(tree_is_valid(*tree)); //~ BUG assertion-failure
    return true;
}

void tree_free(struct tree *tree) {
    REQUIRE(tree_is_valid(tree));
    if (!tree)
        return;
    tree_free(tree->left);
    tree_free(tree->right);
    free(tree);
}

size_t tree_count(const struct tree *tree) {
    REQUIRE(tree_is_valid(tree));
    return tree ? 1 + tree_count(tree->left) + tree_count(tree->right) : 0;
}

bool tree_least(const struct tree *tree, int *key) {
    REQUIRE(tree_is_valid(tree));
    if (!tree)
        return false;
    while (tree->left)
        tree = tree->left;
    *key = tree->key;
    return true;
}

bool tree_greatest(const struct tree *tree, int *key) {
    REQUIRE(tree_is_valid(tree));
    if (!tree)
        return false;
    while (tree->right)
        tree = tree->right;
    *key = tree->key;
    return true;
}

// The greatest key that is not greater than a limit.
bool tree_floor(const struct tree *tree, int limit, int *key) {
    REQUIRE(tree_is_valid(tree));
    const struct tree *best = NULL;
    while (tree) {
        if (tree->key <= limit) {
            best = tree;
            tree = tree->right;
        } else {
            tree = tree->left;
        }
    }
    if (best)
        *key = best->key;
    return best != NULL;
}

// How many keys there are from `low` to `high`, both included.
size_t tree_count_between(const struct tree *tree, int low, int high) {
    REQUIRE(tree_is_valid(tree));
    if (!tree)
        return 0;
    if (tree->key < low)
        return tree_count_between(tree->right, low, high);
    if (tree->key > high)
        return tree_count_between(tree->left, low, high);
    return 1 + tree_count_between(tree->left, low, high) + tree_count_between(tree->right, low, high);
}

// Visits keys in order, until the visitor has seen enough; says whether it has seen all.
bool tree_each(const struct tree *tree, tree_visitor *visit, void *context) {
    REQUIRE(tree_is_valid(tree));
    REQUIRE(visit != NULL);
    if (!tree)
        return true;
    return tree_each(tree->left, visit, context) && visit(tree->key, context) && tree_each(tree->right, visit, context);
}

struct rank {
    int key;
    size_t before;
};

bool tree_rank_visitor(int key, void *context) {
    struct rank *rank = context;
    if (key >= rank->key)
        return false;
    rank->before++;
    return true;
}

// How many keys are less than this one.
size_t tree_rank(const struct tree *tree, int key) {
    struct rank rank = {key, 0};
    tree_each(tree, tree_rank_visitor, &rank);
    return rank.before;
}

// The set of the numbers in an array; NULL if it is empty, or if memory ran out.
struct tree *tree_from_array(const int *keys, size_t count) {
    struct tree *tree = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!tree_add(&tree, keys[i]) && !tree_contains(tree, keys[i])) {
            tree_free(tree);
            return NULL;
        }
    }
    return tree;
}
