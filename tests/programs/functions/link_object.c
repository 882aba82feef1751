// What native code writes and allocates is the program's to read and free. Other paths have the block as well.
//@ entry: first
//@ link: linked/steps.o
//@ paths: 4
//@ complete: false
//@ stopped: what `steps_text`
#include <stdlib.h>

char *steps_text(int first);
void steps_write(int *to);

int first(int twice, int more) {
    int five;
    char *text = steps_text('a');
    if (!text)
        return -1;
    steps_write(&five);
    int result = text[0] + five;
    if (twice)
        result *= 2;
    free(text);
    return more ? result + 1 : result;
}
