// Instructions the compiler does not understand either.
#include <stdio.h>

static unsigned add(unsigned a, unsigned b) {
    __asm__("addl %1, %0" : "+r"(a) : "r"(b)); //~ UNSUPPORTED inline assembly
    return a;
}

int main(void) {
    printf("%u\n", add(40, 2));
    return 0;
}
