// Before its beginning there is no array, however long it is.
//@ entry: get
//@ paths: 2
int get(const int *a) {
    if (!a)
        return 0;
    return a[-1];  //~ BUG out-of-bounds-read
}
