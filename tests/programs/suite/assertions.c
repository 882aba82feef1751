// What is known of assertions: one fails, some can't, and every condition of theirs has two sides.
//@ says: assertions: 2 fail (assertions.c:13, assertions.c:29), 3 cannot fail (assertions.c:12, assertions.c:19, assertions.c:21)
//@ says: half        7/7       3/4            1     -
//@ says: apart       6/6       5/8            3     -
#include <assert.h>

#define CHECK_THAT(condition) assert(condition)
#define BIGGER(a, b) ((a) > (b))

int half(unsigned char c) {
    int h = c / 2;
    assert(h <= 127);
    assert(c != 77);
    assert(1);
    return h;
}

int apart(unsigned char a, unsigned char b) {
    CHECK_THAT(a <= 255 && b <= 255);
    int far = BIGGER(a, b) ? a - b : b - a;
    assert(far >= 0);
    return far;
}

extern void reach_error(void);

int third(unsigned char c) {
    if (c == 30)
        reach_error();
    return c / 3;
}
