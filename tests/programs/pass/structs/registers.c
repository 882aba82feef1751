// The ways a structure can be split over integer and floating-point registers.
#include <stdio.h>

struct one_float {
    float a;
};
struct int_float {
    int a;
    float b;
};
struct float_three {
    float a, b, c;
};
struct two_longs {
    long a, b;
};
struct char_double {
    char a;
    double b;
};

static double all(struct one_float p, struct int_float q, struct float_three r, struct two_longs s,
                  struct char_double t, int last) {
    return p.a + q.a * 2.0 + q.b * 4.0 + r.a + r.b * 8.0 + r.c * 16.0 + s.a + s.b * 32.0 + t.a + t.b * 64.0 + last;
}

static struct float_three reverse(struct float_three v) { return (struct float_three){v.c, v.b, v.a}; }
static struct char_double bump(struct char_double v) { return (struct char_double){(char)(v.a + 1), v.b + 1}; }

int main(void) {
    printf("%g\n", all((struct one_float){1}, (struct int_float){2, 3}, (struct float_three){4, 5, 6},
                       (struct two_longs){7, 8}, (struct char_double){9, 10}, 11));
    struct float_three v = reverse((struct float_three){1, 2, 3});
    struct char_double d = bump((struct char_double){'a', 0.5});
    printf("%g %g %g %c %g\n", (double)v.a, (double)v.b, (double)v.c, d.a, d.b);
    return 0;
}
