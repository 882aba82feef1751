#include <stdlib.h>

struct stack {
    int *items;
    int count, capacity;
};

const char *const stack_errors[] = {"none", "empty"};
int stack_pushes;

struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }

void stack_push(struct stack *stack, int value) {
    if (stack->count == stack->capacity) {
        stack->capacity = stack->capacity * 2 + 4;
        stack->items = realloc(stack->items, (size_t)stack->capacity * sizeof *stack->items);
    }
    stack->items[stack->count++] = value;
    stack_pushes++;
}

int stack_pop(struct stack *stack) { return stack->items[--stack->count]; }

void stack_free(struct stack *stack) {
    free(stack->items);
    free(stack);
}
