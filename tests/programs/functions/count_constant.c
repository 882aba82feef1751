// A number that is compared with a constant counts nothing: it may be what kind of thing it is.
//@ entry: kind
//@ paths: 4
int kind(const int *a, int mode) {
    if (!a || mode < 2)
        return -1;
    return a[1] & 3;  //~ UNLESS out-of-bounds-read: `a` has at least 2 elements
}
