//@ complete: false
// There is no `main`: the function that the target is in is called by itself, with its parameters as inputs.
struct point {
    int x, y;
};

static int is_on_diagonal(const struct point *point) {
    return point->x == point->y;
}

int classify(const struct point *point, int size) {
    if (!point)
        return -1;
    if (is_on_diagonal(point) && point->x == size - 3)
        return 1; //~ TARGET reached
    return 0;
}
