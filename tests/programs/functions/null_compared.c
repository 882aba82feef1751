// Comparing pointers decides nothing but that: NULL and NULL, one of them, two objects. NULL is not dereferenced.
//@ entry: same
//@ paths: 2
int same(const char *a, const char *b) {
    if (a == b)
        return 1;
    return 0;
}
