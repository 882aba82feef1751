typedef unsigned long size_t;
void *malloc(size_t size);

struct stack {
    size_t room;
    size_t used;
    int items[4];
};

struct stack *stack_make(size_t room, int first) {
    if (room < 1 || room > 4)
        return 0;
    struct stack *stack = malloc(sizeof *stack);
    if (!stack)
        return 0;
    stack->room = room - 1;
    stack->used = 1;
    stack->items[0] = first;
    return stack;
}

int stack_top(const struct stack *stack) { return stack->items[stack->used - 1]; }

size_t stack_room(const struct stack *stack) { return stack->room; }
