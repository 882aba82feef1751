//@ paths: 5
// Bytes are copied at once, from and to what a callee is given: so many as it says, as many as it is told, and from a
// constant.
#include <stdlib.h>
#include <string.h>

#include "counterpoint.h"

struct pair {
    int first, second;
};

static void copy_pair(struct pair *to, const struct pair *from) {
    *to = *from;
}

static void copy(void *to, const void *from, size_t size) {
    memcpy(to, from, size);
}

static int weight(int i) {
    int weights[] = {3, 5, 8, 13};
    return weights[i & 3];
}

static void check(const struct pair *given) {
    struct pair own;
    memcpy(&own, given, sizeof own);
    if (own.second == 77)
        exit(9);
}

int main(void) {
    struct pair given, first, second = {0, 0};
    cp_symbolic(&given, sizeof given, "given");
    copy_pair(&first, &given);
    copy(&second, &given, sizeof second);
    check(&first);
    if (first.first == 5)
        return 1;
    if (second.second == 6)
        return 2;
    if (weight(second.first) == 8)
        return 3;
    return 0;
}
