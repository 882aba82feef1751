// In the first run, the pointer that one call returns and the next one writes through is null: what the other may write is
// a matter of the caller's tree all the same.
#include "counterpoint.h"

static int total = 10;

static int *look(unsigned char id) { return id == 1 ? &total : 0; }

static void update(int *to, int by) {
    if (to)
        *to += by;
}

int main(void) {
    unsigned char in[2];
    cp_symbolic(in, 2, "in");
    update(look(in[0]), in[1]);
    cp_assert(total != 12); //~ BUG assertion-failure
    return 0;
}
