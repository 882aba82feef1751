// A pointer to a pointer to a tree, and a leaf that may be a part of it.
//@ entry: insert
//@ complete: false
//@ options: --heap-objects=2
//@ stopped: the limit of
struct tree {
    int key;
    struct tree *left, *right;
};

int insert(struct tree **root, struct tree *leaf) {
    while (*root) {                         //~ UNLESS null-dereference: `root` is not NULL
        if ((*root)->key == leaf->key)      //~ UNLESS null-dereference: `leaf` is not NULL
            return 0;
        root = leaf->key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = leaf;
    return 1;
}
