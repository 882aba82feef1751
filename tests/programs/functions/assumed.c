// Inputs satisfy what a function of the program says, which is explored with the function: no path is lost, none is in vain.
//@ entry: top
//@ options: --assume=is_valid
//@ paths: 3
#include <stdbool.h>
#include <stddef.h>

struct stack {
    int items[4];
    unsigned count;
};

static bool is_valid(const struct stack *stack) {
    return stack && stack->count <= 4;
}

int top(const struct stack *stack) {
    if (!stack)
        return -2; // unreachable: is_valid has it so
    if (stack->count == 0)
        return -1;
    // In bounds, and never negative but by its contents.
    return stack->items[stack->count - 1] < 0 ? -3 : 1;
}
