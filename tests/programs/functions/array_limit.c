// Longer arrays than the limit are not explored, and that is said.
//@ entry: last
//@ paths: 5
//@ max-length: 2
//@ complete: false
//@ stopped: the limit of 2 elements of an input array or string
short last(short *a, int n) {
    short last = 0;
    for (int i = 0; i < n; i++)
        last = a[i];  //~ UNLESS null-dereference: `a` is not NULL //~ UNLESS out-of-bounds-read: `n <= length of a`
    return last;
}
