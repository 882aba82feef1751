// Which of two structs it is, the member says that both begin with: what is a pointer in one is a number in the other,
// so the bytes of the first aren't explored as the second.
//@ entry: is_five
//@ complete: false
//@ stopped: using what the input `data` points to: it is used as two different types in `is_five`
struct text {
    int tag;
    char *words;
};

struct number {
    int tag;
    long value;
};

int is_five(void *data) {
    if (!data)
        return 0;
    if (((struct text *)data)->tag == 1)
        return ((struct text *)data)->words != 0;
    if (((struct number *)data)->value == 5)
        return 42;
    return 1;
}
