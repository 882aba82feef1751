// What a parameter points to may have no name that C could write it with: it is NULL, or something that can't be looked
// into, and the rest is explored.
//@ entry: choose
//@ paths: 3
//@ complete: false
//@ stopped: using what the input `pair` points to: its type isn't defined in `choose`
//@ cflags: -Wno-visibility
int choose(struct { int first, second; } *pair, int which) {
    if (which < 0)
        return -1;
    if (!pair)
        return 0;
    return which == 1 ? pair->first : which;
}
