//@ paths: 5
//@ complete: true
// Four cases and the default.
#include "counterpoint.h"

int main(void) {
    int x, code = 0;
    cp_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 1:
        return 10;
    case -7:
        return 20;
    case 1000000:
        return 30;
    case 2:
        code = 5;
        // fall through
    default:
        return code;
    }
}
