// Binary search finds what is there and nothing else.
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *key, const void *element) {
    return *(const int *)key - *(const int *)element;
}

int main(void) {
    int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23};
    size_t count = sizeof primes / sizeof *primes;
    for (int n = 0; n < 26; n++) {
        int *found = bsearch(&n, primes, count, sizeof *primes, compare);
        if (found)
            printf("%d@%td ", n, found - primes);
    }
    putchar('\n');
    int key = 2;
    printf("%d\n", bsearch(&key, primes, 0, sizeof *primes, compare) == NULL);
    return 0;
}
