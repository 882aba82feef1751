// A null pointer that may be an alias is the caller's mistake like any other.
//@ entry: is_same
//@ max-length: 1
//@ complete: false
#include <string.h>

struct item {
    const char *name;
};

int is_same(const struct item *item, const char *name) {
    return item && strcmp(item->name, name) == 0;  //~ UNLESS null-argument: `
}
