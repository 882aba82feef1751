// Exchange and compare-exchange, success and failure; a lock-free stack in one thread.
#include <stdatomic.h>
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;

static void push(struct node *node) {
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &node->next, node))
        ;
}

int main(void) {
    atomic_int lock = 0;
    int expected = 0;
    _Bool first = atomic_compare_exchange_strong(&lock, &expected, 7);
    _Bool second = atomic_compare_exchange_strong(&lock, &expected, 9);
    printf("%d %d %d %d\n", first, second, expected, lock);
    int old = atomic_exchange(&lock, 1);
    printf("%d %d\n", old, atomic_load_explicit(&lock, memory_order_acquire));
    struct node nodes[3];
    for (int i = 0; i < 3; i++) {
        nodes[i].value = i;
        push(&nodes[i]);
    }
    for (struct node *n = top; n; n = n->next)
        printf("%d ", n->value);
    putchar('\n');
    atomic_flag flag = ATOMIC_FLAG_INIT;
    int before = atomic_flag_test_and_set(&flag), after = atomic_flag_test_and_set(&flag);
    atomic_flag_clear(&flag);
    atomic_thread_fence(memory_order_seq_cst);
    printf("%d %d\n", before, after);
    return 0;
}
