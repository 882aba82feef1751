// Several functions make such a thing: which one does is an input.
//@ entry: kind
//@ files: opaque_made_either/shape.i
//@ complete: false
//@ stopped: `shape` is NULL, or what `shape_square` or `shape_circle` or `shape_polygon` makes
struct shape;

struct shape *shape_square(unsigned char length);
struct shape *shape_circle(void);
struct shape *shape_polygon(unsigned char sides, const char *name);
int shape_sides(const struct shape *shape);
int shape_length(const struct shape *shape);

int kind(const struct shape *shape) {
    if (!shape)
        return -1;
    if (shape_sides(shape) == 0)
        return 0;
    if (shape_sides(shape) == 4 && shape_length(shape) == 77)
        return 1;
    if (shape_sides(shape) == 9 && shape_length(shape) == 2)
        return 2;
    return 3;
}

int never(const struct shape *shape) {
    // This one has no sides.
    return shape && shape_sides(shape) == 0 && shape_length(shape) != 0;
}
