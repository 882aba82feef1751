//@ seed: 1
// Two names for what is only read are two inputs of `reads`, and one in the call in which both are the same variable. A run that
// shows it only when everything seemed to be explored has missed nothing.
#include "counterpoint.h"

static unsigned given = 3, taken;
static unsigned char cells[4] = {0, 3, 6, 9};

static unsigned keep(unsigned x, unsigned result) {
    cells[1] = (unsigned char)x;
    if ((int)x <= 214 || taken >> 1 == 0)
        x = result + 18;
    return result;
}

static unsigned reads(unsigned *at) {
    unsigned v = 1;
    if ((cells[1] ^ *at) == taken)
        v = 4;
    else
        v = (*at + 1 + cells[3] + 10) ^ cells[0];
    if (cells[0] < 166 && cells[*at & 3] != 7)
        taken = given;
    return keep(v, taken);
}

static unsigned sometimes(unsigned x, unsigned y) {
    if (x + x != y)
        return cells[x & 3] + 118u;
    if (reads(&given) == 15)
        return 7;
    return y >> 3;
}

int main(void) {
    unsigned char x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    unsigned v = x, w = y;
    v ^= sometimes(0, w - v);
    if (v - cells[2] < 172) {
        cells[v & 3] = (unsigned char)keep(taken, 6);
        if (sometimes(w, w) != 11)
            w = keep(keep(sometimes(given, w), w >> 1), cells[w & 3] & 63u);
    }
    cp_assert(w != 19); //~ BUG assertion-failure
    return reads(&w) > 18 ? 53 : (int)(cells[1] ^ given);
}
