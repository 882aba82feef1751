// Structures small enough for registers, passed and returned by value.
#include <stdio.h>

struct point {
    int x, y;
};
struct vector {
    float x, y;
};
struct mixed {
    double weight;
    int count;
};
struct three {
    char bytes[3];
};

static struct point shift(struct point p, int by) { return (struct point){p.x + by, p.y - by}; }
static struct vector scale(struct vector v, float by) { return (struct vector){v.x * by, v.y * by}; }
static struct mixed merge(struct mixed a, struct mixed b) {
    return (struct mixed){a.weight + b.weight, a.count + b.count};
}
static struct three turn(struct three t) { return (struct three){{t.bytes[2], t.bytes[0], t.bytes[1]}}; }

int main(void) {
    struct point p = shift(shift((struct point){1, 2}, 3), 4);
    struct vector v = scale((struct vector){1.5f, -2.0f}, 2.0f);
    struct mixed m = merge((struct mixed){0.5, 1}, (struct mixed){0.25, 2});
    struct three t = turn((struct three){"abc"});
    printf("%d %d %g %g %g %d %.3s\n", p.x, p.y, (double)v.x, (double)v.y, m.weight, m.count, t.bytes);
    return 0;
}
