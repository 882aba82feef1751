// A pointer to a member may be just before an element of an array of such structs, and any two objects may happen to be
// side by side: that isn't explored, and said.
//@ entry: adjacent
//@ complete: false
//@ stopped: `b` never points to some of what `a` has
struct item {
    long id;
    int count, extra;
};

int adjacent(int *a, struct item *b) {
    return a && b && (void *)(a + 1) == (void *)b;
}
