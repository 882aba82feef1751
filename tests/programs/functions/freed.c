// What a function is given it may free; what it freed it may not use.
//@ entry: drop
//@ paths: 4
#include <stdlib.h>

int drop(char *text, int *count) {
    free(text);
    if (count) {
        free(count);
        return *count;  //~ BUG use-after-free
    }
    return 0;
}
