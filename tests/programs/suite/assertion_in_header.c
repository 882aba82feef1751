//@ says: assertions: 1 fails (./assertion_in_header.h:3), 1 cannot fail (./assertion_in_header.h:3)
// The same line of a header is two assertions, in two functions.
#include "counterpoint.h"

#define NAME wide
#define LIMIT 300
#include "assertion_in_header.h"
#undef NAME
#undef LIMIT
#define NAME narrow
#define LIMIT 77
#include "assertion_in_header.h"

int main(void) {
    unsigned char x;
    cp_symbolic(&x, 1, "x");
    wide(x);
    narrow(x);
    return 0;
}
