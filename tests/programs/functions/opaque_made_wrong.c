// A function that makes an input may fail by itself, which is no error of the one that is given it.
//@ entry: value
//@ complete: false
//@ stopped: an error of `number_make`, which makes an input,
#include <stdlib.h>

struct number;

struct number *number_make(int value) {
    if (value == 7)
        abort();
    int *number = malloc(sizeof *number);
    if (number)
        *number = value;
    return (struct number *)number;
}

int value(const struct number *number) {
    return number ? *(const int *)number : -1;
}
