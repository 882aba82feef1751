//@ paths: 232
//@ complete: true
// Ten bits of which no two neighbours are set: the Fibonacci number 144, and a path for each place where the rule is
// broken first.
#include "counterpoint.h"

enum { N = 10 };

int main(void) {
    unsigned short bits;
    int before = 0;
    cp_symbolic(&bits, sizeof bits, "bits");
    for (int i = 0; i < N; i++) {
        if (bits >> i & 1) {
            if (before)
                return 1;
            before = 1;
        } else {
            before = 0;
        }
    }
    return 0;
}
