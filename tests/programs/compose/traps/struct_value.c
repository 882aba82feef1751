//@ paths: 4
// Structures as they are, given and returned.
#include "counterpoint.h"

struct point {
    short x, y;
    long weight;
};

static struct point mirror(struct point p) {
    if (p.x < 0)
        p.x = (short)(-1 - p.x);
    p.weight++;
    return p;
}

int main(void) {
    struct point p = {0, 7, 1};
    cp_symbolic(&p.x, sizeof p.x, "x");
    struct point q = mirror(p);
    if (q.x < 0 || q.weight != 2 || q.y != 7)
        return 1;
    cp_assert(!(q.x == 300 && p.x != 300)); //~ BUG assertion-failure
    return 0;
}
