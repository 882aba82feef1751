// A loop that is entered in two places, and loops that share their end.
#include <stdio.h>

static int walk(int start_inside, int n) {
    int trace = 0;
    if (start_inside)
        goto inside;
top:
    trace = trace * 10 + 1;
    if (--n < 0)
        return trace;
inside:
    trace = trace * 10 + 2;
    if (n-- > 0)
        goto top;
    return -trace;
}

static int find(int wanted) {
    int i, j;
    for (i = 1; i < 20; i++)
        for (j = i; j < 20; j++)
            if (i * j == wanted)
                goto found;
    return -1;
found:
    return i * 100 + j;
}

int main(void) {
    printf("%d %d %d %d\n", walk(0, 3), walk(1, 3), walk(0, 0), walk(1, 4));
    printf("%d %d %d\n", find(91), find(23), find(36));
    return 0;
}
