// Two callbacks of one type may be the same one or two, and so may the one that is kept.
//@ entry: choose
//@ paths: 7
typedef int (*test)(int);
static test kept;

int choose(test a, test b) {
    if (!a || !b)
        return -1;
    if (a == b)
        return 0;
    if (a == kept)
        return 1;
    return a(1) && !b(1) ? 2 : 3;
}
