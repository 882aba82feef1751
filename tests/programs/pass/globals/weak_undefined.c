// A weak reference without a definition is null and can be tested.
#include <stdio.h>

__attribute__((weak)) int optional_hook(int);
__attribute__((weak)) extern int optional_value;
__attribute__((weak)) int provided(void) { return 4; }

int main(void) {
    if (optional_hook)
        printf("%d\n", optional_hook(1));
    else
        puts("no hook");
    printf("%d %d\n", &optional_value == NULL, provided());
    return 0;
}
