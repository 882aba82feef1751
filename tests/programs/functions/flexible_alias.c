// A pointer may lead into the array at the end of a struct, and to the member before it.
//@ entry: change
struct vector {
    int count;
    int items[];
};

int change(struct vector *vector, int *item) {
    if (!vector || !item || vector->count != 2)
        return 0;
    vector->items[1] = 4;  //~ UNLESS out-of-bounds-write: `vector->items` has at least 2 elements
    *item = 9;
    if (vector->items[1] == 9)
        return 1;
    if (vector->count == 9)
        return 2;
    return 3;
}
