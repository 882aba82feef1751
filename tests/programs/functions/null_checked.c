// A function that asks has no error, and NULL is a path of its own.
//@ entry: get
//@ paths: 3
int get(const int *p) {
    if (!p)
        return -1;
    if (*p == 42)
        return 1;
    return 0;
}
