// A variable of a test hides no type that the next one has.
//@ has: node node_ = {.v =
//@ says: complete: yes
typedef struct node {
    int v;
    struct node *next;
} node;

struct list {
    node *head;
};

int f(node *node, struct list *l) {
    if (!node || !l || !l->head)
        return 0;
    if (node->v < l->head->v)
        return 1;
    return 2;
}
