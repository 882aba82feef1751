//@ target: assert
// Pointers that are sorted by what they point to.
#include <stdlib.h>
#include <string.h>

#include "counterpoint.h"

static int less(const void *a, const void *b) { const char *s = *(char *const *)a, *t = *(char *const *)b; return strcmp(s, t); }

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    const char *v[3] = { "c", "a", "b" };
    qsort(v, 3, sizeof *v, less);
    if (v[0][0] != 'a')
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
