// Equal seeds give equal sequences, also through random() and rand_r().
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned seeds[] = {1, 0, 42, 4294967295u};
    for (int i = 0; i < 4; i++) {
        srand(seeds[i]);
        int first = rand(), second = rand();
        printf("%d %d ", first, second);
        srandom(seeds[i]);
        printf("%ld\n", random());
    }
    srand(7);
    long sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += rand() % 1000;
    printf("%ld\n", sum);
    unsigned state = 5;
    int first = rand_r(&state), second = rand_r(&state);
    printf("%d %d %u\n", first, second, state);
    return 0;
}
