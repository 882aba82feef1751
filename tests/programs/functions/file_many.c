// There is no end to the files that a function may open, but to those that are explored.
//@ entry: count
//@ complete: false
//@ stopped: no more than 8 streams are used
#include <stdio.h>

int count(int wanted) {
    int opened = 0;
    for (int i = 0; i < wanted && i < 10; i++) {
        FILE *file = fopen("part", "r");
        if (!file)
            break;
        opened++;
        fclose(file);
    }
    return opened;
}
