//@ native: memory
// malloc does not clear: the count starts from whatever was there.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *counts = malloc(4 * sizeof *counts);
    if (!counts)
        return 1;
    const char *text = "abcab";
    for (; *text; text++)
        counts[*text - 'a']++;
    if (counts[0] > 1) //~ BUG uninitialised-read
        puts("more than one");
    free(counts);
    return 0;
}
