// A `void *` that is one thing or another, as a number says, is not looked into: it would be the wrong one half of the time.
//@ entry: weigh
//@ complete: false
//@ stopped: using what the input `data` points to: it is a `void *`
struct small {
    char weight;
};

struct large {
    long weight[4];
};

int weigh(const void *data, int is_large) {
    if (!data)
        return -1;
    if (is_large) {
        const struct large *large = data;
        return large->weight[3] > 4;
    }
    const struct small *small = data;
    return small->weight > 4;
}
