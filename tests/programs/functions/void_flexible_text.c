//@ entry: second_letter
//@ complete: false
// A string behind a struct, behind a `void *`, of which nothing is known when something looks behind its beginning.
struct node {
    struct node *next;
    void *data;
};

struct text {
    short length;
    char letters[];
};

int second_letter(struct node *node, char *other) {
    if (!node || !node->next || !node->next->data || !other)
        return 0;
    ((struct text *)node->next->data)->letters[1] = 1; //~ UNLESS out-of-bounds-write: `node->data->letters` has at least 2 elements
    other[0] = 2; //~ UNLESS out-of-bounds-write: `node->data` has at least 4 elements
    if (((struct text *)node->next->data)->letters[1] == 2) //~ UNLESS out-of-bounds-read: `other` points to nothing of `node`
        return 1;
    return 0;
}
