// An array of structs.
//@ entry: count
//@ paths: 7
//@ max-length: 2
struct item {
    char name[4];
    int price;
};

int count(const struct item *items) {
    int cheap = 0;
    if (!items)
        return 0;
    for (int i = 0; i < 2; i++) {
        if (items[i].price < 10)  //~ UNLESS out-of-bounds-read: `items` has at least 2 elements
            cheap++;
    }
    return cheap;
}
