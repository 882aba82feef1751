// && and || evaluate the right side only when it decides.
#include <stdio.h>

static int calls;

static int yes(int id) {
    calls = calls * 10 + id;
    return 1;
}

static int no(int id) {
    calls = calls * 10 + id;
    return 0;
}

int main(void) {
    int a = no(1) && yes(2);
    int b = yes(3) || yes(4);
    int c = (yes(5) && no(6)) || (no(7) || yes(8));
    int d = !(no(1) || no(2)) ? yes(3) : no(4);
    printf("%d %d %d %d %d\n", a, b, c, d, calls);
    const char *text = NULL;
    if (text && *text)
        puts("text");
    int i = 0;
    int values[3] = {1, 2, 3};
    while (i < 3 && values[i] != 9)
        i++;
    printf("%d\n", i);
    return 0;
}
