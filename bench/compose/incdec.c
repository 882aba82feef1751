// IncDec of the 2008 paper: a number is incremented several times, then decremented until the condition of an assertion
// is met.
//
// How it is incremented is ours: by half of itself. Whether that is rounded is a branch, and ten such branches can be
// taken in any way: 2^10 ways to the decrements, each by a number of its own.
#include "counterpoint.h"

// What 777 becomes, and no other number: after ten increments and the second decrement.
enum { INCREMENTS = 10, DECREMENTS = 2, GOAL = 44832 };

static unsigned inc(unsigned x) {
    if (x % 2 == 0)
        return x + x / 2;
    return x + x / 2 + 1;
}

static unsigned dec(unsigned x) {
    if (x > 0)
        return x - 1;
    return 0;
}

int main(void) {
    unsigned x = (unsigned)cp_range(0, 1024, "x");
    for (int i = 0; i < INCREMENTS; i++)
        x = inc(x);
    for (int i = 0; i < DECREMENTS; i++) {
        x = dec(x);
        cp_assert(x != GOAL);
    }
    return 0;
}
