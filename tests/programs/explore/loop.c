//@ paths: 11
//@ complete: true
// A loop that runs n times, for n from 0 to 10: 11 paths. The inner loop has no choice.
#include "counterpoint.h"

int main(void) {
    unsigned char n;
    int total = 0;
    cp_symbolic(&n, sizeof n, "n");
    cp_assume(n <= 10);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            total++;
    }
    return total;
}
