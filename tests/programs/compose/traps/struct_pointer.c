//@ paths: 3
// A structure behind a pointer, of which a callee changes one field or the other.
#include "counterpoint.h"

struct span {
    int low, high;
};

static void sort(struct span *span) {
    if (span->low > span->high) {
        int low = span->low;
        span->low = span->high;
        span->high = low;
    }
}

int main(void) {
    struct span span;
    cp_symbolic(&span, sizeof span, "span");
    int before = span.low;
    sort(&span);
    if (span.low > span.high)
        return 1;
    if (span.high == before)
        return 2;
    return 3;
}
