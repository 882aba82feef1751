//@ paths: 8
// As many arguments as the caller gives.
#include <stdarg.h>

#include "counterpoint.h"

static int largest(int count, ...) {
    va_list numbers;
    va_start(numbers, count);
    int best = 0;
    for (int i = 0; i < count; i++) {
        int number = va_arg(numbers, int);
        if (number > best)
            best = number;
    }
    va_end(numbers);
    return best;
}

int main(void) {
    unsigned char a, b;
    cp_symbolic(&a, sizeof a, "a");
    cp_symbolic(&b, sizeof b, "b");
    int one = largest(1, a), two = largest(2, a, b);
    if (two < one)
        return 1;
    cp_assert(!(two == 99 && one == 98)); //~ BUG assertion-failure
    return 0;
}
