// The array begins in what would be padding: as many elements as fit there are always there.
//@ entry: third
//@ paths: 6
struct text {
    long length;
    char kind;
    char data[];
};

int third(struct text *text) {
    if (!text || text->length != 8)
        return 0;
    if (text->data[6] == 'x')
        return 1;
    if (text->data[7] == 'y')  //~ UNLESS out-of-bounds-read: `text->data` has at least 8 elements
        return 2;
    return 3;
}
