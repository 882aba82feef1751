// A side that only the path to a bug takes is covered by its reproducer.
//@ says: set         9/9       4/4            -     -
//@ says: bugs: 1 confirmed, 0 unconfirmed
struct table {
    int list[4];
};

void set(struct table t, int i) {
    if (i > 4)
        return;
    if (i < 4)
        return;
    int *place = &t.list[i];
    i++;
    *place = i; // one past the end
}
