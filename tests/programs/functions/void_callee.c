// What a `void *` is, the function says that it is handed on to.
//@ entry: check
struct item {
    int price;
    struct item *next;
};

static int is_dear(struct item *item) { return item->price > 100; }

int check(void *data) {
    if (!data)
        return -1;
    if (is_dear(data))
        return 1;
    return 0;
}
