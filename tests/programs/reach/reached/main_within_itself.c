// `main` calls itself, and can't be composed, as it takes inputs: what the inner one returns decides about the target.
#include "counterpoint.h"

static int depth;

int main(void) {
    unsigned char c;
    cp_symbolic(&c, 1, "c");
    if (depth++ == 0) {
        int inner = main();
        if (inner == 7)
            return 1; //~ TARGET reached
        return 0;
    }
    if (c > 100) {
        if (c == 200)
            return 7;
        return 2;
    }
    return 3;
}
