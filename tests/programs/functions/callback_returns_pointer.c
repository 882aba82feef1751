// What a callback returns is as lazily initialised as every pointer input: NULL, what it returned before, something new.
//@ entry: walk
//@ paths: 7
struct item {
    int id;
};

int walk(struct item *(*next)(void)) {
    if (!next)
        return -1;
    struct item *first = next();
    if (!first)
        return 0;
    struct item *second = next();
    if (!second)
        return 1;
    if (first == second)
        return 2;
    if (first->id == second->id)
        return 3;
    return second->id == 9 ? 4 : 5;
}
