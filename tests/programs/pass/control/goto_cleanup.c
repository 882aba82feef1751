// Forward gotos to clean-up labels and a backward goto as a loop.
#include <stdio.h>
#include <stdlib.h>

static int work(int fail_at) {
    int result = -1;
    char *first = NULL, *second = NULL;
    if (fail_at == 0)
        goto done;
    first = malloc(8);
    if (fail_at == 1)
        goto free_first;
    second = malloc(8);
    if (fail_at == 2)
        goto free_second;
    result = 0;
free_second:
    free(second);
    puts("second");
free_first:
    free(first);
    puts("first");
done:
    return result;
}

int main(void) {
    int attempt = 0;
again:
    printf("%d -> %d\n", attempt, work(attempt));
    if (++attempt < 4)
        goto again;
    return 0;
}
