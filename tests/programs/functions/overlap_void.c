// What a `void *` points to may have anything in it, which isn't explored, and said.
//@ entry: inside
//@ complete: false
//@ stopped: `q` never points to some of what `p` has
int inside(void *p, int *q) {
    if (!p || !q)
        return -1;
    return (char *)p + 4 == (char *)q;
}
