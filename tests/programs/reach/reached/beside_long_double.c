// Only the path that computes with it is unsupported.
//@ target: assert
#include <assert.h>

int scale(int x) {
    if (x > 10) {
        long double y = x;
        return (int)(y * 1.5L);
    }
    assert(x != 7); //~ TARGET reached
    return x;
}
