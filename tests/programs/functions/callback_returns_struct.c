// A callback may return the pointer that it was given in a struct: that isn't explored, and said.
//@ entry: same
//@ complete: false
//@ stopped: `pick` never returns the pointer to an object of the program
struct box {
    const int *p;
};

int same(struct box (*pick)(const int *), int value) {
    if (!pick)
        return 2;
    struct box box = pick(&value);
    return box.p == &value;
}
