//@ why: `walk` can't be started from
// There is no `main`, and the only function that calls the target is given what can't be made yet.
struct node {
    struct node *next;
    int value;
};

int walk(const struct node *node);

int walk(const struct node *node) {
    int found = 0;
    for (; node; node = node->next)
        found += node->value == 7; //~ TARGET unknown
    return found;
}

int is_positive(int x);

int is_positive(int x) {
    return x > 0;
}
