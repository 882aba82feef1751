// A number behind a `void *` is the index of an array there, and no pointer.
//@ entry: find
//@ complete: true
struct row {
    int index;
    int values[4];
};

int find(void *data) {
    struct row *row = data;
    if (!row)
        return 0;
    if (row->index < 0 || row->index > 3)
        return 1;
    if (row->values[row->index] == 7 && row->index == 3)
        return 42;
    return 2;
}
