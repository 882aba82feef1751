//@ options: --max-instructions=10000
//@ why: instructions
// No path comes back from there: there are inputs, but no test that ends.
#include "counterpoint.h"

static volatile int forever = 1;

int main(void) {
    int x;
    cp_symbolic(&x, sizeof x, "x");
    if (x == 44444) {
        while (forever)
            forever = 2; //~ TARGET unknown
    }
    return 0;
}
