// An invariant holds of each element of an array that is a member or a variable, too.
//@ entry: check
//@ paths: 4
#include "counterpoint.h"

struct range {
    int low, high;
};

struct window {
    struct range at[3];
};

static int is_range(const struct range *range) {
    return range->low <= range->high;
}
cp_invariant(struct range, is_range);

static struct range limits[2];

int check(struct window *window) {
    if (limits[1].low > limits[1].high)
        return -1;
    if (!window)
        return 0;
    if (window->at[2].low > window->at[2].high)
        return -2;
    return window->at[2].low == 5 ? 2 : limits[0].high == 3 ? 3 : 1;
}
