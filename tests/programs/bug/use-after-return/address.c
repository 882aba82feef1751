// The address of a local variable, returned through a pointer so that no compiler warns.
#include <stdio.h>

static int *remember(int value) {
    int local = value, *address = &local;
    return address;
}

int main(void) {
    int *p = remember(5);
    printf("%d\n", *p); //~ BUG use-after-return
    return 0;
}
