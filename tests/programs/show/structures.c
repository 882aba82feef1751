// Structures as they are, given and returned: in registers, and a large one in memory.
#include "counterpoint.h"

struct point {
    short x, y;
    long weight;
};

struct matrix {
    int cells[2][3];
};

static struct point mirror(struct point p, int by) {
    if (p.x < by)
        p.x = (short)-p.x;
    p.weight = p.y;
    return p;
}

static struct matrix identity(int n) {
    struct matrix m = {{{0}}};
    m.cells[1][2] = n;
    return m;
}

static int corner(struct matrix m) {
    return m.cells[1][2] > 3;
}

int main(void) {
    struct point p;
    cp_symbolic(&p, sizeof p, "p");
    if (mirror(p, 3).weight == 3)
        return 1;
    return corner(identity(p.x));
}
