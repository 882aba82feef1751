// Constructors run before main in order of priority, destructors after it.
#include <stdio.h>

static int order;

__attribute__((constructor(201))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(200))) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void third(void) { order = order * 10 + 3; }
__attribute__((destructor)) static void last(void) { printf("last %d\n", order); }

int main(void) {
    printf("main %d\n", order);
    order = 99;
    return 0;
}
