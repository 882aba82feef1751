// A `_Bool` behind a `void *` is 0 or 1.
//@ entry: is_set
//@ paths: 3
#include <stdbool.h>

int is_set(const void *data) {
    if (!data)
        return 2;
    if (*(const bool *)data)
        return 1;
    return 0;
}
