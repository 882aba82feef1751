// A function that prints into what it is given: "7" or "42" must fit, with the zero at its end.
//@ entry: print
//@ paths: 8
//@ complete: false
#include <stdio.h>

// Nothing is printed, or "7" into NULL, "" or "x", or "42" into "", "x" or "xy", or NULL is left alone.
void print(char *to, unsigned which) {
    if (which == 0)
        sprintf(to, "%d", 7);  //~ UNLESS null-dereference: `to` is not NULL //~ UNLESS out-of-bounds-write: `to` has at least
    if (which == 1 && to)
        sprintf(to, "%d", 42);  //~ UNLESS out-of-bounds-write: `to` has at least
}
