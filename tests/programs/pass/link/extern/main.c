//@ files: stack.c
// A small module used through its interface, with an exported table.
#include <stdio.h>

struct stack;
struct stack *stack_new(void);
void stack_push(struct stack *stack, int value);
int stack_pop(struct stack *stack);
void stack_free(struct stack *stack);
extern const char *const stack_errors[];
extern int stack_pushes;

int main(void) {
    struct stack *stack = stack_new();
    for (int i = 0; i < 20; i++)
        stack_push(stack, i * i);
    int a = stack_pop(stack), b = stack_pop(stack);
    printf("%d %d %d %s\n", a, b, stack_pushes, stack_errors[1]);
    stack_free(stack);
    return 0;
}
