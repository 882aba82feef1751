//@ symbolic-stdin: 4
//@ paths: 7
// fgets takes at most 3 bytes, and stops after a newline: an empty input, and 1 to 3 bytes of which the last is a newline or
// the end comes after it, or the buffer is full.
#include <stdio.h>

int main(void) {
    char line[4];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    return 0;
}
