//@ paths: 5
//@ complete: true
// `second[i - 3]` is an element of `second` for some i, although `second - 3` is an address in `first`, and
// `first[i + 5]` is never one of `second`.
#include <stddef.h>

#include "counterpoint.h"

static long first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};

int main(void) {
    unsigned char i;
    cp_symbolic(&i, sizeof i, "i");
    size_t index = i;
    if (first[index & 3] == 3)
        return 1;
    if (index < 100) {
        long found = second[index - 3]; //~ BUG out-of-bounds-read
        if (found == 6)
            return 2;
        return 3;
    }
    return (int)first[index - 95]; //~ BUG out-of-bounds-read
}
