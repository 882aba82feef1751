//@ symbolic-args: 1,1
// Reading through a pointer that no branch has set.
#include <stdio.h>

int main(int argc, char **argv) {
    int value = 3;
    int *p = argc > 1 ? &value : NULL;
    (void)argv;
    printf("%d\n", *p); //~ BUG null-dereference
    return 0;
}
