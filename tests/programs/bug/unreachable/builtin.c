// A promise to the compiler that is broken.
#include <stdio.h>

static int sign(char c) {
    switch (c) {
    case '+': return 1;
    case '-': return -1;
    }
    __builtin_unreachable(); //~ BUG unreachable
}

int main(void) {
    printf("%d\n", sign('-'));
    printf("%d\n", sign('*'));
    return 0;
}
