//@ entry: f
//@ files: nameless_of_two_files/last.i
//@ paths: 3
// A struct without a name is described in every file that includes its header, and is the same type: `p` may be `&last`.
#include "nameless_of_two_files/pair.h"

int f(pair *p) {
    if (!p)
        return -1;
    last.x = 1;
    p->x = 2;
    if (last.x == 2)
        return 1;
    return 0;
}
