// A ring buffer that grows while it is wrapped around.
#include <stdio.h>
#include <stdlib.h>

struct queue {
    int *items;
    unsigned capacity, head, count;
};

static void push(struct queue *queue, int item) {
    if (queue->count == queue->capacity) {
        unsigned capacity = queue->capacity ? queue->capacity * 2 : 2;
        int *items = malloc(capacity * sizeof *items);
        if (!items)
            exit(1);
        for (unsigned i = 0; i < queue->count; i++)
            items[i] = queue->items[(queue->head + i) % queue->capacity];
        free(queue->items);
        *queue = (struct queue){items, capacity, 0, queue->count};
    }
    queue->items[(queue->head + queue->count++) % queue->capacity] = item;
}

static int pop(struct queue *queue) {
    int item = queue->items[queue->head];
    queue->head = (queue->head + 1) % queue->capacity;
    queue->count--;
    return item;
}

int main(void) {
    struct queue queue = {0};
    int sum = 0;
    for (int i = 0; i < 50; i++) {
        push(&queue, i);
        push(&queue, -i);
        if (i % 3)
            sum = sum * 3 % 10007 + pop(&queue);
    }
    printf("%u %u %d\n", queue.count, queue.capacity, sum);
    while (queue.count > 1)
        pop(&queue);
    printf("%d\n", pop(&queue));
    free(queue.items);
    return 0;
}
