// An index that depends on the inputs: the array is long enough for all of them, or the caller's mistake.
//@ entry: get
//@ paths: 7
int get(int *a, unsigned i) {
    if (!a || i >= 8)
        return -1;
    if (a[i] == 7)  //~ UNLESS out-of-bounds-read: `a` has at least 2 elements
        return 1;
    return 0;
}
