// What it prints before its bug, half a gigabyte, is more than a test may write.
#include "counterpoint.h"
#include <stdio.h>

int main(void) {
    unsigned x;
    cp_symbolic(&x, sizeof x, "x");
    for (int i = 0; i < 500; i++)
        printf("%1000000d\n", i);
    int elements[3] = {0};
    return elements[x];
}
