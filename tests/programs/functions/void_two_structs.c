// Two `void *` may lead to one object, but not as two types: what was written as a number is no pointer.
//@ entry: either
//@ complete: false
//@ stopped: using what the input `q` points to: it is used as two different types
struct counter {
    long value;
    int step;
};

struct cell {
    int *to;
    int kind;
};

int either(void *p, void *q) {
    if (!p || !q)
        return -1;
    struct counter *counter = p;
    struct cell *cell = q;
    counter->value = 77;
    if (cell->to && *cell->to == 3)
        return 1;
    return 0;
}
