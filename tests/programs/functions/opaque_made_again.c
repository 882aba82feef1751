// Where the function itself calls what makes its input, an error there is one of its own.
//@ entry: again
//@ complete: false
//@ stopped: an error of `number_make`, which makes an input,
#include <stdlib.h>

struct number;

struct number *number_make(int value) {
    if (value == 7)
        abort(); //~ BUG abort
    int *number = malloc(sizeof *number);
    if (number)
        *number = value;
    return (struct number *)number;
}

int again(const struct number *number, int next) {
    if (!number || *(const int *)number != 3)
        return 0;
    struct number *other = number_make(next);
    int is_there = other != NULL;
    free(other);
    return is_there;
}
