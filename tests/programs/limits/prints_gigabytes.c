// What it prints before its bug would fill a disk.
#include "counterpoint.h"
#include <stdio.h>

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    for (int i = 0; i < 5000; i++)
        printf("%1000000d\n", i);
    int elements[3] = {0};
    return elements[x];
}
