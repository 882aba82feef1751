//@ files: second.c
//@ target: shared.h:3
//@ verdict: reached
// Both files have a function of their own from a header, and only the other file's is given what leads to the target.
#include "shared.h"

#include "counterpoint.h"

int second(int x);

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    if (y == 4711)
        return second(x);
    return is_limit(3);
}
