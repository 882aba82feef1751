// Two files have structs of the same name and size, and nothing says which one is meant.
//@ files: text.c
//@ entry: is_five
//@ complete: false
//@ stopped: using what the input `data` points to: it is a `void *` in `is_five`
struct entry {
    long value;
};

int is_five(void *data) {
    struct entry *entry = data;
    if (!entry)
        return 0;
    if (entry->value == 5)
        return 42;
    return 1;
}
