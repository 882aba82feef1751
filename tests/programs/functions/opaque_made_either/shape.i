typedef unsigned long size_t;
void *malloc(size_t size);

struct shape {
    int sides;
    int length;
};

static struct shape *make(int sides, int length) {
    struct shape *shape = malloc(sizeof *shape);
    if (!shape)
        return 0;
    shape->sides = sides;
    shape->length = length;
    return shape;
}

struct shape *shape_square(unsigned char length) { return make(4, length); }

struct shape *shape_circle(void) { return make(0, 0); }

struct shape *shape_polygon(unsigned char sides, const char *name) {
    return make(sides < 3 ? 3 : sides, name && name[0] == 'b' ? 2 : 1);
}

int shape_sides(const struct shape *shape) { return shape->sides; }

int shape_length(const struct shape *shape) { return shape->length; }
