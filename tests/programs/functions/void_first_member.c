// A struct that begins with what was accessed first: the tag says what is behind it.
//@ entry: area
//@ paths: 4
struct shape {
    int kind;
};

struct square {
    struct shape shape;
    int side;
};

int area(void *data) {
    struct shape *shape = data;
    if (!shape)
        return 0;
    if (shape->kind == 1) {
        struct square *square = data;
        if (square->side > 3)
            return 1;
        return 2;
    }
    return 3;
}
