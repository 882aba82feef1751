// The unseeded generator gives the documented sequence.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 5; i++)
        printf("%d\n", rand());
    printf("%d\n", RAND_MAX);
    return 0;
}
