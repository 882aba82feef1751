// The last bytes of a pointer are the same in all addresses, but may be any if it is another struct.
//@ entry: is_five
//@ complete: false
//@ stopped: using what the input `data` points to: it is used as two different types in `is_five`
struct text {
    int tag;
    char *words;
};

struct numbers {
    int tag;
    unsigned short value[6];
};

int is_five(void *data) {
    if (!data)
        return 0;
    if (((struct text *)data)->tag == 1)
        return 2;
    if (((struct numbers *)data)->value[5] == 5)
        return 42;
    return 1;
}
