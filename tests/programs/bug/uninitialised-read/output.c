//@ native: memory
// A buffer that was never filled is written out.
#include <stdio.h>

int main(void) {
    char line[16];
    line[0] = 'x';
    fwrite(line, 1, 4, stdout); //~ BUG uninitialised-read
    return 0;
}
