// A byte-code interpreter that jumps through a table of label addresses.
#include <stdio.h>

enum { PUSH, ADD, MULTIPLY, DUPLICATE, PRINT, JUMP_IF_LESS, HALT };

static void run(const int *code) {
    static const void *const labels[] = {&&push, &&add, &&multiply, &&duplicate, &&print, &&jump_if_less, &&halt};
    int stack[16], *top = stack;
    const int *pc = code;
    goto *labels[*pc++];
push:
    *top++ = *pc++;
    goto *labels[*pc++];
add:
    top--;
    top[-1] += top[0];
    goto *labels[*pc++];
multiply:
    top--;
    top[-1] *= top[0];
    goto *labels[*pc++];
duplicate:
    *top = top[-1];
    top++;
    goto *labels[*pc++];
print:
    printf("%d\n", top[-1]);
    goto *labels[*pc++];
jump_if_less:
    pc = top[-1] < pc[0] ? code + pc[1] : pc + 2;
    goto *labels[*pc++];
halt:
    return;
}

int main(void) {
    const int code[] = {PUSH, 2, DUPLICATE, MULTIPLY, PUSH, 1, ADD, PRINT, JUMP_IF_LESS, 10000, 2, HALT};
    run(code);
    return 0;
}
