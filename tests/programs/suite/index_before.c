// The native check of an index is on the line that computes the address, ours on the one that writes.
//@ says: bugs: 1 confirmed, 0 unconfirmed
struct table {
    int list[4];
};

void set(struct table t, int i) {
    if (i != -1)
        return;
    int *place = &t.list[i];
    i++;
    *place = i;
}
