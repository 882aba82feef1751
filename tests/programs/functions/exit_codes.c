//@ entry: leave
//@ paths: 4
// A function that ends the program with codes that others use for something.
#include <stdlib.h>

int leave(int code, unsigned length) {
    if (code == 86)
        exit(86);
    if (code == 79)
        exit(79);
    if (length == 12345)
        return 86 % (length - 12345); //~ BUG division-by-zero
    return code;
}
