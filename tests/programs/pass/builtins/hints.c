// Hints that must not change the result: expect, assume, unreachable, constant_p.
#include <stdio.h>

static int kind(int n) {
    switch (n & 3) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    }
    __builtin_unreachable();
}

static int guarded(const int *p) {
    if (__builtin_expect(p == NULL, 0))
        return -1;
    __builtin_assume(p != NULL);
    __builtin_prefetch(p);
    const int *aligned = __builtin_assume_aligned(p, 4);
    return *aligned;
}

int main(void) {
    int x = 5;
    printf("%d %d %d\n", kind(6), kind(-1), guarded(&x));
    printf("%d\n", guarded(NULL));
    printf("%d %d\n", __builtin_constant_p(3), __builtin_types_compatible_p(int, signed));
    printf("%d\n", __builtin_choose_expr(1, 42, "text"));
    char buffer[12];
    printf("%zu %s\n", __builtin_object_size(buffer, 0), __func__);
    return 0;
}
