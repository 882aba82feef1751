//@ dropped: inside
// Comparing pointers into one object, with null, and one past the end. Explored by itself, `inside` is given three
// objects, and C has no order of those: what comes out natively is chance, and no test.
#include <stdio.h>

static int inside(const char *p, const char *begin, const char *end) { return p >= begin && p < end; }

int main(void) {
    char buffer[10];
    char *end = buffer + sizeof buffer;
    int count = 0;
    for (char *p = buffer; p != end; ++p)
        count += inside(p, buffer + 2, end - 3);
    printf("%d %d\n", count, inside(end, buffer, end));
    int *null = NULL;
    int x = 0, *address = &x;
    printf("%d %d %d\n", null == NULL, address != NULL, !null);
    printf("%d\n", &buffer[3] > &buffer[2]);
    struct {
        int a, b;
    } pair;
    printf("%d\n", (char *)&pair.b - (char *)&pair.a == sizeof(int));
    return 0;
}
