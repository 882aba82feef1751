// Bit-fields of both signs.
//@ entry: decode
//@ paths: 4
struct header {
    unsigned version : 3;
    int delta : 5;
    _Bool last : 1;
};

int decode(struct header header) {
    if (header.version == 6)
        return 1;
    if (header.delta == -16)
        return 2;
    if (header.last)
        return 3;
    return 0;
}
