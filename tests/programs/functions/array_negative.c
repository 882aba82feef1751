// Before its beginning there is something only if it leads into the middle of an array, which isn't explored.
//@ entry: get
//@ paths: 2
//@ complete: false
//@ stopped: `a` never points behind the beginning of an object of its own
int get(const int *a) {
    if (!a)
        return 0;
    return a[-1];  //~ UNLESS out-of-bounds-read: `a` has at least 4 bytes before it
}
