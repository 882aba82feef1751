// What a function is given was not allocated by it.
//@ says: bugs: 1 confirmed, 0 unconfirmed
#include <stdlib.h>

int freed(char *s) {
    if (!s)
        return 0;
    free(s);
    return s[0];
}
