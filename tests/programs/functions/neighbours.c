// Two variables of a test that are compared must not happen to lie side by side.
//@ entry: are_next
struct pair {
    int first, second;
};

int are_next(struct pair *a, struct pair *b) {
    if (!a || !b)
        return -1;
    return a + 1 == b || b + 1 == a;
}
