// Parameters and results of every kind, as the tests write them.
//@ has: const char *s = "
//@ has: int result = locate(s, c);
//@ has: CHECK_EQUAL(result, -1);
//@ has: enum colour a = RED;
//@ has: enum colour result = mix(a, dark);
//@ has: CHECK_EQUAL(result, BLUE);
//@ has: .corner = {.x = 
//@ has: .depth = 3, .tilt = -
//@ has: .name = "q"
//@ has: CHECK_EQUAL(result, -1.25);
//@ has: CHECK_EQUAL(result, 2.5f);
//@ has: CHECK_EQUAL(result.n.whole, 
//@ has: CHECK_EQUAL(result.exact, true);
//@ has: CHECK_EQUAL(result.colour, BLUE);
//@ has: CHECK_TEXT(result, "two");
//@ has: CHECK(result == NULL);
//@ has: CHECK_EQUAL(p.y, 7);
//@ has: TEST(locate_returns_minus_1) {
//@ has: TEST(mix_returns_GREEN) {
//@ has: int *a = NULL;
//@ has: swap(&a, &b);
//@ has: CHECK_NAN(result);
//@ has: /* Returns "one". */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum colour { RED, GREEN = 5, BLUE };
struct point {
    int x, y;
};
struct box {
    struct point corner;
    unsigned char depth : 3;
    signed char tilt : 4;
    char name[6];
};
union number {
    unsigned whole;
    float real;
};
typedef struct {
    union number n;
    bool exact;
    enum colour colour;
} tagged;

static int locate(const char *s, int c) {
    for (int i = 0; i < 3 && s[i]; i++) {
        if (s[i] == c)
            return i;
    }
    return -1;
}

static enum colour mix(enum colour a, bool dark) {
    if (!dark)
        return GREEN;
    if (a == RED)
        return BLUE;
    return RED;
}

double scale(struct box b) {
    if (b.depth == 3 && b.tilt < 0 && b.name[0] == 'q' && b.name[1] == 0)
        return b.corner.x > 10 ? 0.5 : 1.5;
    return -1.25;
}

float half(float f) {
    if (f == 5)
        return f / 2;
    if (f > 5)
        return NAN;
    return 0;
}

tagged tag(unsigned long long v) {
    tagged t = {.n.whole = (unsigned)v, .exact = v <= 0xffffffffu, .colour = BLUE};
    return t;
}

const char *word(int n) {
    switch (n) {
    case 1: return "one";
    case 2: return "two";
    default: return NULL;
    }
}

void nudge(struct point *p) {
    if (p && p->x > 5)
        p->y = 7;
}

void swap(int *a, int *b) {
    if (!a || !b)
        return;
    int t = *a;
    *a = *b;
    *b = t;
}
