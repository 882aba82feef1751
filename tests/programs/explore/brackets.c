//@ paths: 79
//@ complete: true
// Eight brackets: a path for every word of them, which ends at the first bracket that closes nothing. Fourteen words
// are balanced.
#include "counterpoint.h"

enum { N = 8 };

int main(void) {
    unsigned char closes;
    int open = 0;
    cp_symbolic(&closes, sizeof closes, "closes");
    for (int i = 0; i < N; i++) {
        if (closes >> i & 1) {
            if (open == 0)
                return 1;
            open--;
        } else {
            open++;
        }
    }
    return open;
}
