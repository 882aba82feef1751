// Two structs have the same name and size, and nothing says which one is meant.
//@ entry: is_five
//@ complete: false
//@ stopped: using what the input `data` points to: it is a `void *` in `is_five`
int has_words(void *data) {
    struct item {
        char *words;
    } *item = data;
    return item && item->words;
}

int is_five(void *data) {
    struct item {
        long value;
    } *item = data;
    if (!data)
        return 0;
    if (item->value == 5)
        return 42;
    return 1;
}
