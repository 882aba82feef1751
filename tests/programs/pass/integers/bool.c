// _Bool holds 0 or 1 whatever is converted to it.
#include <stdbool.h>
#include <stdio.h>

static bool is_even(int n) { return n % 2 == 0; }

int main(void) {
    int multiple = 256, *address = &multiple;
    double quarter = 0.25;
    bool from_int = multiple, from_double = quarter, from_pointer = address;
    bool zero = 0.0;
    printf("%d %d %d %d\n", from_int, from_double, from_pointer, zero);
    bool flip = false;
    flip = !flip;
    flip |= true;
    flip ^= true;
    printf("%d\n", flip);
    int count = 0;
    for (int i = 0; i < 9; i++)
        count += is_even(i);
    printf("%d %d\n", count, from_int + from_double);
    bool flags[4] = {true, false, true, true};
    int packed = 0;
    for (int i = 0; i < 4; i++)
        packed = packed << 1 | flags[i];
    printf("%d\n", packed);
    return 0;
}
