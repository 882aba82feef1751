// Inline functions of the three kinds, and noinline.
#include <stdio.h>

static inline int square(int x) { return x * x; }
extern inline int cube(int x);
inline int cube(int x) { return x * square(x); }
__attribute__((always_inline)) static inline void bump(int *x) { ++*x; }
__attribute__((noinline)) static int opaque(int x) { return x - 1; }

int main(void) {
    int x = 3;
    bump(&x);
    int (*pointer)(int) = cube;
    printf("%d %d %d %d\n", square(x), cube(x), pointer(2), opaque(x));
    return 0;
}
