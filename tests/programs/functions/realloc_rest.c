// What is resized may have had more than what was looked at before: reading that is no error, and ends the path. What is
// written there can be read.
//@ entry: push
//@ complete: false
//@ stopped: what is resized has no more than what was looked at before
#include <stdlib.h>

int push(int *numbers, unsigned char count, int has_room) {
    if (!numbers || count < 2)
        return -1;
    int *more = numbers;
    if (!has_room) {
        more = realloc(numbers, (count + 1) * sizeof *more);
        if (!more)
            return -2;
        more = realloc(more, (count + 2) * sizeof *more);
        if (!more)
            return -3;
    }
    more[count] = 7; //~ UNLESS out-of-bounds-write: `numbers` has at least
    int last = more[count];
    if (more[count / 2] == last)
        last++;
    return last;
}
