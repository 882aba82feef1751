// What is no pointer need not be null, and the two calls may be in a function between.
#include "counterpoint.h"

static int total = 10;

static int *look(unsigned char id) { return id == 1 ? &total : (int *)-1; }

static void update(int *to, int by) {
    if (to != (int *)-1)
        *to += by;
}

static void both(unsigned char id, unsigned char by) {
    update(look(id), by);
    if (by == 77)
        total++;
}

int main(void) {
    unsigned char in[2];
    cp_symbolic(in, 2, "in");
    both(in[0], in[1]);
    cp_assert(total != 12); //~ BUG assertion-failure
    return 0;
}
