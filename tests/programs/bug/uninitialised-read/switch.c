//@ native: memory
// A switch over the last element of an array that was filled only half.
#include <stdio.h>

int main(void) {
    int kinds[4];
    for (int i = 0; i < 3; i++)
        kinds[i] = i;
    int last = kinds[3];
    switch (last) { //~ BUG uninitialised-read
    case 0: puts("zero"); break;
    case 1: puts("one"); break;
    default: puts("other"); break;
    }
    return 0;
}
