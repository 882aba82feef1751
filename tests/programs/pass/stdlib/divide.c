// div and abs for every width.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    lldiv_t ll = lldiv(-9000000000000000001LL, 1000000000);
    printf("%d %d\n", d.quot, d.rem);
    printf("%ld %ld\n", l.quot, l.rem);
    printf("%lld %lld\n", ll.quot, ll.rem);
    printf("%d %ld %lld\n", abs(-5), labs(-5000000000), llabs(LLONG_MIN + 1));
    return 0;
}
