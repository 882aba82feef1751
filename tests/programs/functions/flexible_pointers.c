// Pointers in the array at the end of a struct are inputs as all others: null, an alias, or something of their own.
//@ entry: child
//@ paths: 8
//@ heap: node != NULL, length of node > 1, node == node->children[1]
//@ heap: node != NULL, length of node <= 1
struct node {
    int key;
    struct node *children[];
};

int child(struct node *node) {
    if (!node || node->key != 2)
        return 0;
    if (node->children[1] == node)  //~ UNLESS out-of-bounds-read: `node->children` has at least 2 elements
        return 1;
    if (node->children[0] == node->children[1])
        return 2;
    if (node->children[1] && node->children[1]->key == 5)
        return 3;
    return 4;
}
