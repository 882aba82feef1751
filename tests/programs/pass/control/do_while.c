// The body of do-while runs at least once; continue goes to the condition.
#include <stdio.h>

static int digits(unsigned n) {
    int count = 0;
    do {
        count++;
        n /= 10;
    } while (n);
    return count;
}

int main(void) {
    printf("%d %d %d\n", digits(0), digits(9), digits(4294967295u));
    int i = 0, sum = 0;
    do {
        i++;
        if (i % 3 == 0)
            continue;
        sum += i;
    } while (i < 10);
    printf("%d %d\n", i, sum);
    do
        puts("once");
    while (0);
    return 0;
}
