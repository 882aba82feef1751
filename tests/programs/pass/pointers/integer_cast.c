// A pointer survives the trip through an integer; the low bits can hold a tag.
#include <stdint.h>
#include <stdio.h>

static uintptr_t tag(int *p, unsigned bits) { return (uintptr_t)p | bits; }
static int *pointer(uintptr_t tagged) { return (int *)(tagged & ~(uintptr_t)3); }

int main(void) {
    int values[3] = {10, 20, 30};
    uintptr_t address = (uintptr_t)values;
    printf("%d\n", *(int *)(address + sizeof(int)));
    printf("%d\n", address % _Alignof(int) == 0);
    uintptr_t tagged = tag(&values[2], 3);
    printf("%u %d\n", (unsigned)(tagged & 3), *pointer(tagged));
    uintptr_t mixed = (uintptr_t)&values[0] ^ (uintptr_t)&values[1];
    printf("%d\n", *(int *)(mixed ^ (uintptr_t)&values[0]));
    return 0;
}
