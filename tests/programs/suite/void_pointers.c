// A `void *` is written as what it is used as.
//@ has: struct item data = {
//@ has: int result = total(&data);
#include <stddef.h>

struct item {
    int price;
    int count;
};

int total(const void *data) {
    const struct item *item = data;
    if (!item)
        return -1;
    if (item->count > 3)
        return 7;
    return 0;
}
