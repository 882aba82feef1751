// A classic loop nest over an array of flags.
#include <stdio.h>
#include <string.h>

enum { LIMIT = 2000 };

int main(void) {
    char composite[LIMIT + 1];
    memset(composite, 0, sizeof composite);
    int count = 0, last = 0;
    for (int i = 2; i <= LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        last = i;
        for (int j = i * i; j <= LIMIT; j += i)
            composite[j] = 1;
    }
    printf("%d %d\n", count, last);
    return 0;
}
