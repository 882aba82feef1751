// heap: priority queues, once of numbers in an array of the caller's, and once of anything that a function can compare.
//
// In a heap, no element is greater than the two that it has below it, at 2i + 1 and 2i + 2: the first is the least.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

enum { HEAP_LARGEST = 1 << 12 };

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

bool heap_is_valid(const int *numbers, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (numbers[(i - 1) / 2] > numbers[i])
            return false;
    return true;
}

// Moves a number up to where it belongs.
static void sift_up(int *numbers, size_t index) {
    REQUIRE(index < HEAP_LARGEST);
    while (index > 0 && numbers[index] < numbers[(index - 1) / 2]) {
        swap(&numbers[index], &numbers[(index - 1) / 2]);
        index = (index - 1) / 2;
    }
}

// Moves a number down to where it belongs.
static void sift_down(int *numbers, size_t count, size_t index) {
    REQUIRE(count <= HEAP_LARGEST);
    REQUIRE(index < HEAP_LARGEST);
    for (;;) {
        size_t least = index;
        for (size_t below = 2 * index + 1; below <= 2 * index + 2; below++)
            if (below < count && numbers[below] < numbers[least])
                least = below;
        if (least == index)
            return;
        swap(&numbers[index], &numbers[least]);
        index = least;
    }
}

void heap_make(int *numbers, size_t count) {
    for (size_t i = count / 2; i > 0; i--)
        sift_down(numbers, count, i - 1);
}

// Adds the number that stands behind a heap to it.
void heap_push(int *numbers, size_t count) {
    sift_up(numbers, count);
}

// Takes the least number off the heap, and puts it behind what is left.
bool heap_pop(int *numbers, size_t count) {
    REQUIRE(count <= HEAP_LARGEST);
    if (count == 0)
        return false;
    swap(&numbers[0], &numbers[count - 1]);
    sift_down(numbers, count - 1, 0);
    return true;
}

// Sorts numbers, the greatest first.
void heap_sort(int *numbers, size_t count) {
    heap_make(numbers, count);
    for (; count > 1; count--)
        heap_pop(numbers, count);
}

// The number that `rank` others of an array are less than or equal to; the order of the array changes.
bool heap_select(int *numbers, size_t count, size_t rank, int *selected) {
    REQUIRE(selected != NULL);
    if (rank >= count)
        return false;
    heap_make(numbers, count);
    for (; rank > 0; rank--)
        heap_pop(numbers, count--);
    *selected = numbers[0];
    return true;
}

// Which of two items is the first: less than 0, 0, or more than 0.
typedef int queue_order(const void *a, const void *b);

struct queue {
    void **items; // `room` places, of which `count` are used
    size_t count;
    size_t room;
    queue_order *order;
};

bool queue_is_valid(const struct queue *queue) {
    if (!queue || !queue->order || queue->count > queue->room || queue->room > HEAP_LARGEST)
        return false;
    return queue->room == 0 ? !queue->items : queue->items != NULL;
}

void queue_init(struct queue *queue, queue_order *order) {
    REQUIRE(queue != NULL);
    *queue = (struct queue){.order = order};
}

// Frees the queue, and with a function for it also what is in it.
void queue_free(struct queue *queue, void (*free_item)(void *item)) {
    REQUIRE(queue_is_valid(queue));
    if (free_item)
        for (size_t i = 0; i < queue->count; i++)
            free_item(queue->items[i]);
    free(queue->items);
    queue_init(queue, queue->order);
}

static bool make_room(struct queue *queue) {
    REQUIRE(queue_is_valid(queue));
    if (queue->count < queue->room)
        return true;
    size_t room = queue->room ? 2 * queue->room : 2;
    if (room > HEAP_LARGEST)
        return false;
    void **items = realloc(queue->items, room * sizeof *items);
    if (!items)
        return false;
    queue->items = items;
    queue->room = room;
    return true;
}

// Puts an item where it belongs, at or above a place.
static void rise(struct queue *queue, size_t index, void *item) {
    REQUIRE(queue_is_valid(queue));
    REQUIRE(index < queue->room);
    while (index > 0 && queue->order(item, queue->items[(index - 1) / 2]) < 0) {
        queue->items[index] = queue->items[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    queue->items[index] = item;
}

// Puts an item where it belongs, at or below a place.
static void sink(struct queue *queue, size_t index, void *item) {
    REQUIRE(queue_is_valid(queue));
    REQUIRE(index < queue->room);
    while (2 * index + 1 < queue->count) {
        size_t below = 2 * index + 1;
        if (below + 1 < queue->count && queue->order(queue->items[below + 1], queue->items[below]) < 0)
            below++;
        if (queue->order(item, queue->items[below]) <= 0)
            break;
        queue->items[index] = queue->items[below];
        index = below;
    }
    queue->items[index] = item;
}

bool queue_push(struct queue *queue, void *item) {
    REQUIRE(queue_is_valid(queue));
    if (!make_room(queue))
        return false;
    rise(queue, queue->count, item);
    queue->count++;
    return true;
}

// The first item, which stays in the queue; NULL if that is empty.
void *queue_peek(const struct queue *queue) {
    REQUIRE(queue_is_valid(queue));
    return queue->count > 0 ? queue->items[0] : NULL;
}

// Takes the first item off the queue; NULL if that is empty.
void *queue_pop(struct queue *queue) {
    REQUIRE(queue_is_valid(queue));
    if (queue->count == 0)
        return NULL;
    void *first = queue->items[0];
    void *last = queue->items[--queue->count];
    if (queue->count > 0)
        sink(queue, 0, last);
    return first;
}

// Takes one item off the queue, wherever it is.
bool queue_remove(struct queue *queue, const void *item) {
    REQUIRE(queue_is_valid(queue));
    size_t index = 0;
    while (index < queue->count && queue->items[index] != item)
        index++;
    if (index == queue->count)
        return false;
    void *last = queue->items[--queue->count];
    if (index == queue->count)
        return true;
    if (index > 0 && queue->order(last, queue->items[(index - 1) / 2]) < 0)
        rise(queue, index, last);
    else
        sink(queue, index, last);
    return true;
}

// Orders that are often wanted.

int queue_by_number(const void *a, const void *b) {
    int one = *(const int *)a;
    int other = *(const int *)b;
    return (one > other) - (one < other);
}

struct task {
    unsigned due;
    unsigned char weight;
};

// What is due first comes first; of what is due at the same time, what weighs more.
int queue_by_urgency(const void *a, const void *b) {
    const struct task *one = a;
    const struct task *other = b;
    if (one->due != other->due)
        return one->due < other->due ? -1 : 1;
    return other->weight - one->weight;
}

// When the last of some tasks is done, if each takes as long as it weighs and none begins before it is due; 0 if memory ran out.
unsigned long tasks_done(struct task *tasks, size_t count) {
    struct queue queue;
    queue_init(&queue, queue_by_urgency);
    for (size_t i = 0; i < count; i++) {
        if (!queue_push(&queue, &tasks[i])) {
            queue_free(&queue, NULL);
            return 0;
        }
    }
    unsigned long time = 0;
    for (const struct task *task = queue_pop(&queue); task; task = queue_pop(&queue)) {
        if (time < task->due)
            time = task->due;
        time += task->weight;
    }
    queue_free(&queue, NULL);
    return time;
}
