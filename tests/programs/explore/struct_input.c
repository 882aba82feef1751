//@ paths: 5
//@ complete: true
// Fields of different widths; the sum of two shorts fits an int.
#include "counterpoint.h"

struct point {
    short x, y;
    char tag;
};

int main(void) {
    struct point p;
    cp_symbolic(&p, sizeof p, "p");
    if (p.tag == 'a') {
        if (p.x + p.y == 60000)
            return 1;
        return 2;
    }
    if (p.tag == 'b') {
        if (p.x < p.y)
            return 3;
        return 4;
    }
    return 5;
}
