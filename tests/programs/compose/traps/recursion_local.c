//@ runs-smart: 16
//@ runs-demand: 16
//@ encodings: all
// A recursion whose result comes back through a pointer to a local variable of the caller, which is itself.
#include "counterpoint.h"

static void balance(const signed char *at, int n, int *sum) {
    int rest = 0;
    if (n == 0) {
        *sum = 0;
        return;
    }
    balance(at + 1, n - 1, &rest);
    if (at[0] > 0)
        rest++;
    else if (at[0] < 0)
        rest--;
    *sum = rest;
}

int main(void) {
    signed char s[6];
    cp_symbolic(s, sizeof s, "s");
    int sum;
    balance(s, 6, &sum);
    cp_assert(sum != -5); //~ BUG assertion-failure
    if (sum == 7)
        return 1;
    return 0;
}
