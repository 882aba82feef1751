// What inputs satisfy together: parameters are matched by their names, or by a type that only one has.
//@ entry: pick
//@ options: --assume=has_room --assume=in_range
//@ paths: 2
//@ max-length: 3
#include <stdbool.h>

static bool in_range(int limit, int index) {
    return limit <= 8 && 0 <= index && index < limit;
}

static bool has_room(const unsigned char *bytes) {
    return bytes != 0;
}

int pick(int index, unsigned char *bytes, int limit) {
    int table[8] = {0};
    if (limit == 1)
        return *bytes;
    return table[index];
}
