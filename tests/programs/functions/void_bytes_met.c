//@ entry: written_between
//@ complete: false
// A string that a caller gives may begin behind the first byte of what the `void *` leads to.
int written_between(void *p, char *q) {
    char *bytes = p;
    if (!p || !q)
        return 0;
    bytes[1] = 1; //~ UNLESS out-of-bounds-write: `p` has at least 2 elements
    *q = 2;
    if (bytes[1] == 2)
        return 1;
    return 0;
}
