// Structures of function pointers as interfaces, chosen at run time.
#include <stdio.h>

struct shape;
struct shape_class {
    const char *name;
    double (*area)(const struct shape *);
    void (*scale)(struct shape *, double);
};
struct shape {
    const struct shape_class *class;
    double a, b;
};

static double rectangle_area(const struct shape *s) { return s->a * s->b; }
static double circle_area(const struct shape *s) { return 3 * s->a * s->a; }
static void scale_both(struct shape *s, double by) {
    s->a *= by;
    s->b *= by;
}
static void scale_first(struct shape *s, double by) { s->a *= by; }

static const struct shape_class rectangle = {"rectangle", rectangle_area, scale_both};
static const struct shape_class circle = {"circle", circle_area, scale_first};
static struct shape shapes[] = {{&rectangle, 2, 3}, {&circle, 2, 0}};

int main(void) {
    for (int i = 0; i < 2; i++) {
        struct shape *shape = &shapes[i];
        shape->class->scale(shape, 2);
        printf("%s %g %g\n", shape->class->name, shape->class->area(shape), shape->b);
    }
    return 0;
}
