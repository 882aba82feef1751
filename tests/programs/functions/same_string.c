// Two strings may be one.
//@ entry: same
//@ paths: 5
int same(const char *a, const char *b) {
    if (a == b)
        return 2;
    return a && b && *a == *b;
}
