//@ complete: false
// What the host's printf returns depends on the inputs, and the program looks at it: that must not count as complete.
#include "counterpoint.h"

#include <stdio.h>

int main(void) {
    char text[3];
    cp_symbolic(text, 2, "text");
    text[2] = '\0';
    if (printf("%s\n", text) == 1)
        return 1;
    return 0;
}
