// That an invariant is asked of what is there doesn't mean that the function has looked whether it is.
//@ entry: width
//@ paths: 2
#include "counterpoint.h"

struct range {
    int low, high;
};

static int is_range(const struct range *range) {
    return range->low >= 0 && range->low <= range->high;
}
cp_invariant(struct range, is_range);

int width(const struct range *range) {
    return range->high - range->low;  //~ UNLESS null-dereference: `range` is not NULL
}
