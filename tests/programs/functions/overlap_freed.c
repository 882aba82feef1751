// A pointer into what another one points to is no block that can be freed: that is for callers to respect, and no bug here.
//@ entry: drop
#include <stdlib.h>

struct box {
    int kind;
    char *name;
    char **names;
};

void drop(struct box *box) {
    if (!box || !box->names)
        return;
    if (box->names[0])
        box->names[0] = NULL;
    free(box->names); //~ UNLESS invalid-free: `box->names` points to nothing of `box`
}
