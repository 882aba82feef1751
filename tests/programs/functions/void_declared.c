// What a `void *` is, the variable says that it is put into.
//@ entry: total
//@ paths: 3
struct item {
    int price;
    int count;
};

int total(const void *data) {
    const struct item *item = data;
    if (!item)
        return -1;
    if (item->count > 3)
        return item->price == 7;
    return 0;
}
