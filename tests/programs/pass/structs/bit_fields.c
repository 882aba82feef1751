// Bit-fields: signed and unsigned, across storage units, wrapping at their width.
#include <stdio.h>

struct flags {
    unsigned ready : 1;
    unsigned mode : 3;
    int delta : 5;
    unsigned : 0;
    unsigned count : 20;
    unsigned long long wide : 40;
    _Bool seen : 1;
};

int main(void) {
    struct flags f = {1, 5, -3, 1000000, 0xabcdef0123, 1};
    printf("%u %u %d %u %llx %d\n", f.ready, f.mode, f.delta, f.count, (unsigned long long)f.wide, f.seen);
    f.mode += 4;
    f.delta = -16;
    f.count = f.count * 2;
    f.ready = ~f.ready;
    f.wide++;
    printf("%u %u %d %u %llx\n", f.ready, f.mode, f.delta, f.count, (unsigned long long)f.wide);
    struct flags array[3] = {{.mode = 1}, {.mode = 2}, {.mode = 3}};
    array[1] = f;
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (int)array[i].mode * 10 + array[i].delta;
    printf("%d\n", sum);
    return 0;
}
