// A block that is too large to be explored isn't given to a test either, whatever the system has. What can't be given isn't
// freed, so it may be any array.
//@ entry: push
//@ complete: false
//@ stopped: no block has more than 2 GiB
#include <stdlib.h>

struct bytes {
    char *all;
    size_t size;
};

int push(struct bytes *bytes, size_t more) {
    if (!bytes || !bytes->all)
        return -1;
    if (more < 3)
        return 0;
    char *larger = realloc(bytes->all, more << 33);
    if (!larger)
        return -2;
    free(larger);
    return 1;
}
