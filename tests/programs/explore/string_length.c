//@ paths: 6
// strlen of a text of up to five characters: n + 1 lengths.
#include <string.h>

#include "counterpoint.h"

int main(void) {
    char text[6];
    cp_symbolic(text, sizeof text - 1, "text");
    text[5] = '\0';
    return (int)strlen(text);
}
