// Small types are promoted to int before arithmetic; mixed signs convert to unsigned.
#include <stdio.h>

int main(void) {
    unsigned char a = 200, b = 100;
    signed char c = -1;
    unsigned short s = 65535;
    int sum = a + b;
    unsigned char narrow = (unsigned char)(a + b);
    printf("%d %d\n", sum, narrow);
    printf("%d\n", c < a);
    printf("%d\n", c < (int)sizeof a);
    printf("%d\n", (unsigned)c > 100u);
    printf("%d %d\n", ~a, (unsigned char)~a);
    printf("%d\n", s * 2);
    printf("%d\n", -s);
    printf("%zu %zu\n", sizeof(a + b), sizeof(a + 1LL));
    printf("%ld\n", (long)c + (unsigned)1);
    return 0;
}
