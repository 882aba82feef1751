#include "shapes.h"

int area(struct point *p)
{
    if (p->x < 1)
        return 0;
    return clamp(p->x);
}

int lone(int n)
{
    return n > 1000 ? 1 : 2;
}

int hard(unsigned a, unsigned b)
{
    return a * a * a + b * 7919u == 123456789u && (a ^ b) == 0x5bd1e995u;
}
