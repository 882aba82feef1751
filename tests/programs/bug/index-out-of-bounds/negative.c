// Before the array is the member before it. (The last member of a struct may be a flexible array: no sanitizer checks that.)
struct stack {
    int depth;
    int slots[4];
    int limit;
};

static int pop(struct stack *stack) {
    stack->depth--;
    return stack->slots[stack->depth]; //~ BUG index-out-of-bounds
}

int main(void) {
    struct stack stack = {1, {7}, 4};
    return pop(&stack) + pop(&stack);
}
