// A type that is only declared here: a function of another file makes such a thing, from inputs.
//@ entry: is_full
//@ files: opaque_made/stack.i
//@ complete: false
//@ stopped: `stack` is NULL, or what `stack_make` makes
#include <stddef.h>

struct stack;

struct stack *stack_make(size_t room, int first);
int stack_top(const struct stack *stack);
size_t stack_room(const struct stack *stack);

int is_full(const struct stack *stack) {
    if (!stack)
        return -1;
    if (stack_room(stack) == 1)
        return 1;
    if (stack_top(stack) == 7)
        return 2;
    return 0;
}
