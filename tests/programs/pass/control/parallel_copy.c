// Values that trade places on a loop's back edge: all are read before any is written.
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int rotate(int turns) {
    int a = 1, b = 2, c = 3;
    for (int i = 0; i < turns; i++) {
        int first = a;
        a = b;
        b = c;
        c = first;
    }
    return a * 100 + b * 10 + c;
}

static int lost_copy(int n) {
    int x = 0, before = -1;
    do {
        before = x;
        x++;
    } while (x < n);
    return before;
}

int main(void) {
    printf("%u %u\n", gcd(1071, 462), gcd(17, 0));
    for (int turns = 0; turns < 4; turns++)
        printf("%d ", rotate(turns));
    int low = 0, high = 1;
    for (int i = 0; i < 40; i++) {
        int sum = (low + high) % 1000;
        low = high;
        high = sum;
    }
    printf("%d %d %d\n", low, high, lost_copy(7));
    return 0;
}
