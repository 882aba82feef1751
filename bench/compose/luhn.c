// A card number of 36 digits has a check sum: every second digit counts double, less nine if that is more than nine.
// Whatever isn't a digit spoils the number. More than 3^36 paths to the check.
#include "counterpoint.h"

enum { DIGITS = 36, SPOILT = 1000 };

static int value(char digit) {
    if (digit < '0' || digit > '9')
        return SPOILT;
    return digit - '0';
}

static int doubled(char digit) {
    int twice = 2 * value(digit);
    if (twice > 9 && twice < SPOILT)
        return twice - 9;
    return twice;
}

int main(void) {
    char number[DIGITS];
    int sum = 0;
    cp_symbolic(number, sizeof number, "number");
    for (int i = 0; i < DIGITS; i += 2)
        sum += doubled(number[i]) + value(number[i + 1]);
    cp_assert(!(sum < SPOILT && sum > 300 && sum % 10 == 0));
    return 0;
}
