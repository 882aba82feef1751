//@ paths: 3
// A value is the same when it comes back from memory, so nothing is decided twice: `digit < 10` is known after the
// first time, and ten digits are too few to overflow.
#include "counterpoint.h"

struct number {
    unsigned long long value;
};

static void append(struct number *number, unsigned digit) {
    if (digit < 10 && number->value < 100000000000000000ull)
        number->value = number->value * 10 + digit;
}

int main(void) {
    struct number number = {0};
    char text[2];
    cp_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 2; i++) {
        unsigned digit = (unsigned)text[i] - '0';
        if (digit >= 10)
            return 1;
        append(&number, digit);
    }
    return (int)number.value;
}
