// Two pointers may be one, but what is needed is what the function goes through: not the first of them, nor more than it asks for.
//@ entry: pick
int pick(const int *unused, const int *a, int i) {
    (void)unused;
    if (!a || i != 2)
        return -1;
    return a[i] == 7; //~ UNLESS out-of-bounds-read: `a` has at least 3 elements
}
