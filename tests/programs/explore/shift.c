//@ paths: 2
//@ complete: true
#include "counterpoint.h"

int main(void) {
    unsigned char amount;
    cp_symbolic(&amount, sizeof amount, "amount");
    volatile unsigned x = 1u << amount; //~ BUG bad-shift
    (void)x;
    return 0;
}
