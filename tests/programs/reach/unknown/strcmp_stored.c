//@ why: `strcmp`'s result at strcmp_stored.c:17 is used for more than its sign, which is all that C promises
// The result is stored, and what memory holds isn't followed.
#include <string.h>

#include "counterpoint.h"

struct entry {
    const char *name;
    int order;
};

int main(void) {
    char name[3];
    cp_symbolic(name, sizeof name, "name");
    name[2] = 0;
    struct entry entries[2] = {{"a", 0}, {"b", 0}};
    entries[name[0] & 1].order = strcmp(name, "bb");
    if (entries[1].order == 300)
        return 1; //~ TARGET unknown
    return 0;
}
