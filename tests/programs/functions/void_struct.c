// A `void *` that is put into a variable leads to what that one is used for.
//@ entry: total
//@ paths: 4
struct item {
    int price;
    int count;
};

int total(const void *data) {
    const struct item *item = data;
    if (!item)
        return -1;
    if (item->count > 3) {
        if (item->price == 7)
            return 1;
    }
    return 0;
}
