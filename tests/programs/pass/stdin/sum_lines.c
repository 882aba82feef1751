//@ stdin: 3\n10 20 30\n2\n-5 5\n0\n
// A small protocol: a count, then that many numbers, until a zero.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int count;
    while (scanf("%d", &count) == 1 && count > 0) {
        int *numbers = malloc((size_t)count * sizeof *numbers);
        if (!numbers)
            return 1;
        for (int i = 0; i < count; i++)
            if (scanf("%d", &numbers[i]) != 1)
                return 2;
        long sum = 0;
        for (int i = count; i-- > 0;)
            sum = sum * 2 + numbers[i];
        printf("%ld\n", sum);
        free(numbers);
    }
    return 0;
}
