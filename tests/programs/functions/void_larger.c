// The same of a larger struct: nothing is said about how many of its own a smaller object has to have.
//@ entry: last
//@ complete: false
//@ stopped: using what the input `p` points to: it is used as two different types
struct small {
    int kind, x;
};

struct large {
    int kind, y;
    long z, w;
};

int last(struct small *p, void *q) {
    if (!p || !q)
        return -1;
    struct large *large = q;
    int is_three = large->w == 3;
    if ((void *)p == q)
        return 5;
    return is_three;
}
