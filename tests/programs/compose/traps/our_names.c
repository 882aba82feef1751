//@ encodings: all
// Functions that are called like symbols of the constraints: the eighth input of `it` is not a result of eight bits.
#include <assert.h>

#include "counterpoint.h"

static int it(const unsigned char *s) {
    if (s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7] + s[8] > 100)
        return 2;
    return 1;
}

static int before(int x) {
    if (x > 20)
        return x - 10;
    return x;
}

static int place(int *x) {
    if (*x > 20) {
        *x = 3;
        return 1;
    }
    return 0;
}

static int moment(const int *x) {
    if (*x > 20)
        return 1;
    return 0;
}

int main(void) {
    unsigned char c;
    cp_symbolic(&c, 1, "result");
    unsigned char s[9] = {1, 2, 3, c, 5, 6, 7, 8, 9};
    int v = c;
    int seen = moment(&v);
    int moved = place(&v);
    s[0] = (unsigned char)v;
    int sum = it(s) + before(c);
    assert(!(sum == 62 && seen && moved)); //~ BUG assertion-failure
    assert(sum != 21);                     //~ BUG assertion-failure
    assert(!(sum == 21 && !seen));
    return moment(&v);
}
