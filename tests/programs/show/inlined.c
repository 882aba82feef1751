// Every call inlined: one tree, whose paths are those of the program.
//@ options: --mode=dart
#include "counterpoint.h"

static int clamp(int x) {
    if (x < 0)
        return 0;
    return x;
}

int main(void) {
    int a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    return clamp(a) < clamp(b);
}
