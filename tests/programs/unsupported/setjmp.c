// Non-local jumps.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;

static void deep(int depth) {
    if (depth == 0)
        longjmp(out, 7);
    deep(depth - 1);
}

int main(void) {
    int code = setjmp(out); //~ UNSUPPORTED setjmp
    if (code == 0)
        deep(5);
    printf("%d\n", code);
    return 0;
}
