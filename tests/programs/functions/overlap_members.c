// Both pointers are in what a third one points to.
//@ entry: ends
struct range {
    const int *begin, *end;
};

int ends(const struct range *range) {
    if (!range || !range->begin || !range->end)
        return -1;
    return range->begin == range->end + 2;
}
