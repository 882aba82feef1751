//@ complete: false
// The host's strtod reads inputs, so what it gives stands for these inputs only: that must not count as complete.
#include "counterpoint.h"

#include <stdlib.h>

int main(void) {
    char text[3];
    cp_symbolic(text, 2, "text");
    text[2] = '\0';
    return strtod(text, NULL) > 5.0;
}
