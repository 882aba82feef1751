// The read-modify-write operations return the old value.
#include <stdatomic.h>
#include <stdio.h>

int main(void) {
    atomic_int counter = 10;
    int a = atomic_fetch_add(&counter, 5);
    int b = atomic_fetch_sub(&counter, 3);
    int c = atomic_fetch_or(&counter, 0x40);
    int d = atomic_fetch_and(&counter, 0x48);
    int e = atomic_fetch_xor(&counter, 0xff);
    printf("%d %d %d %d %d %d\n", a, b, c, d, e, atomic_load(&counter));
    counter++;
    counter *= 2;
    printf("%d\n", counter);
    _Atomic unsigned char byte = 255;
    byte++;
    _Atomic long long wide = 1LL << 40;
    atomic_fetch_add_explicit(&wide, 1, memory_order_relaxed);
    printf("%d %lld\n", byte, (long long)wide);
    int numbers[4] = {1, 2, 3, 4};
    int *_Atomic pointer = numbers;
    int *old = atomic_fetch_add(&pointer, 2);
    printf("%d %d\n", *old, *atomic_load(&pointer));
    return 0;
}
