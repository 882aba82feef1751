//@ paths: 4
// The callee writes one of two globals; the other one is as it was.
#include "counterpoint.h"

static int wins, losses = 3;

static void play(int x) {
    if (x > 0)
        wins++;
    else
        losses++;
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    play(x);
    play(y);
    if (losses == 3 && wins == 0)
        return 9;
    return wins * 4 + losses;
}
