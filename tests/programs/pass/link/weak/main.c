//@ files: strong.c
// A strong definition in another file replaces a weak one, for functions and variables.
#include <stdio.h>

__attribute__((weak)) int level = 1;
__attribute__((weak)) const char *name(void) { return "weak"; }
__attribute__((weak)) const char *fallback(void) { return "still weak"; }
const char *call_name(void);

int main(void) {
    printf("%s %s %s %d\n", name(), fallback(), call_name(), level);
    return 0;
}
