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
    return a > 1000 && b > a && a * b == 2076239u;
}
