// The __atomic and __sync builtins, minimum and nand included.
#include <stdio.h>

int main(void) {
    int x = 12;
    int a = __sync_fetch_and_add(&x, 3);
    int b = __sync_add_and_fetch(&x, 3);
    int c = __sync_val_compare_and_swap(&x, 18, 40);
    int d = __sync_bool_compare_and_swap(&x, 18, 50);
    int e = __sync_lock_test_and_set(&x, 6);
    printf("%d %d %d %d %d %d\n", a, b, c, d, e, x);
    int f = __atomic_fetch_nand(&x, 3, __ATOMIC_SEQ_CST);
    printf("%d %d\n", f, x);
    __atomic_store_n(&x, -4, __ATOMIC_RELEASE);
    int g = __atomic_fetch_min(&x, -9, __ATOMIC_RELAXED);
    int h = __atomic_fetch_max(&x, 2, __ATOMIC_RELAXED);
    printf("%d %d %d\n", g, h, __atomic_load_n(&x, __ATOMIC_ACQUIRE));
    double from = 2.5, to;
    __atomic_store(&to, &from, __ATOMIC_SEQ_CST);
    printf("%g\n", to);
    return 0;
}
