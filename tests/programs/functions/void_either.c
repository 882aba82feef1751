// A `void *` is one thing or another, as a number says: each path has what it accesses.
//@ entry: weigh
//@ paths: 5
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
        if (large->weight[3] > 4)
            return 1;
        return 0;
    }
    const struct small *small = data;
    if (small->weight > 4)
        return 2;
    return 0;
}
