//@ paths: 8
// strchr and pointer arithmetic over a text of three characters, each a comma or not: 2^3.
#include <string.h>

#include "counterpoint.h"

int main(void) {
    char text[4];
    cp_symbolic(text, 3, "text");
    text[3] = '\0';
    cp_assume(text[0] != '\0' && text[1] != '\0' && text[2] != '\0');
    int commas = 0;
    for (const char *at = text; (at = strchr(at, ',')) != NULL; at++)
        commas++;
    return commas;
}
