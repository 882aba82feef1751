// Which variable is asked for may be an input: the test names it, whatever bytes it is called.
//@ entry: either
//@ options: --env-symbolic
//@ max-length: 2
//@ complete: false
//@ stopped: a symbolic value was concretized
#include <stdlib.h>

int either(const char *name, const char *other) {
    if (!name || !other)
        return -1;
    const char *value = getenv(name);
    if (value && name[0] == (char)0xff)
        return 1;
    if (value && name[0] == 'b')
        return 2;
    if (!value && name[0] == 'c')
        return getenv(other) ? 3 : 4;
    return 0;
}
