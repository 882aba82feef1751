// A pointer to a member may lead to the struct around it: that isn't explored, and said; it is a demand on callers.
//@ entry: tag
//@ complete: false
//@ stopped: `link` never points behind the beginning of an object of its own
struct node {
    int tag, link;
};

int tag(int *link) {
    struct node *node = (struct node *)((char *)link - 4); //~ UNLESS pointer-overflow: `link` is not NULL
    return node->tag == 7; //~ UNLESS out-of-bounds-read: `link` has at least 4 bytes before it
}
