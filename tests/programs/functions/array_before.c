// An index that goes before the beginning is an error, or right for a pointer into the middle of an array.
//@ entry: get
//@ complete: false
//@ stopped: `p` never points behind the beginning of an object of its own
int get(const int *p, int i) {
    if (!p || i < -3 || i > 0)
        return 0;
    return p[i] == 5; //~ BUG out-of-bounds-read
}
