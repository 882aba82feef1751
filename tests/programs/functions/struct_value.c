// A struct by value, with a struct and an array in it.
//@ entry: area
//@ paths: 4
struct point {
    int x, y;
};
typedef struct {
    struct point corner;
    short size[2];
} box;

int area(box box) {
    if (box.corner.x < 0)
        return -1;
    if (box.size[0] < 0 || box.size[1] < 0)
        return -2;
    return box.size[0] * box.size[1];
}
