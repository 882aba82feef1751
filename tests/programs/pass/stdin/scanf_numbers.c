//@ stdin: 12 -7\n0x1f 077 3.5 1e3\n  99\t100,200\n4000000000 x
// scanf of numbers of several kinds.
#include <stdio.h>

int main(void) {
    int a, b, c;
    unsigned d;
    double x;
    float y;
    int n = scanf("%d %d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    n = scanf("%i %o", &c, &d);
    printf("%d: %d %u\n", n, c, d);
    n = scanf("%lf%f", &x, &y);
    printf("%d: %g %g\n", n, x, (double)y);
    short s;
    long l;
    long long ll;
    n = scanf("%hd%ld,%lld", &s, &l, &ll);
    printf("%d: %d %ld %lld\n", n, s, l, ll);
    n = scanf("%u%d", &d, &a);
    printf("%d: %u %d\n", n, d, a);
    printf("%c\n", getchar());
    printf("%d\n", scanf("%d", &a) == EOF);
    return 0;
}
