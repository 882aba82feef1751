//@ entry: list_remove
// list: a singly linked list of numbers that knows its last node, so that appending takes constant time.
//
// The list owns its nodes. Functions that may run out of memory return false, and leave the list as it was.
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *first;
    struct node *last; // NULL if the list is empty
    size_t count;
};

typedef bool list_predicate(int value);
typedef void list_visitor(int value, void *context);

// Does a chain end? One that doesn't is found by somebody who walks twice as fast.
static bool is_chain(const struct node *chain) {
    const struct node *fast = chain;
    while (fast && fast->next) {
        chain = chain->next;
        fast = fast->next->next;
        if (fast && fast == chain)
            return false;
    }
    return true;
}

// Is it a chain of that many nodes?
static bool chain_has(const struct node *chain, size_t count) {
    if (!is_chain(chain))
        return false;
    size_t found = 0;
    for (; chain; chain = chain->next)
        found++;
    return found == count;
}

// Is it one chain of `count` nodes, which ends with `last`?
bool list_is_valid(const struct list *list) {
    if (!list || !chain_has(list->first, list->count))
        return false;
    const struct node *last = list->first;
    while (last && last->next)
        last = last->next;
    return list->last == last;
}

void list_init(struct list *list) {
    *list = (struct list){NULL, NULL, 0};
}

void list_clear(struct list *list) {
    REQUIRE(list_is_valid(list));
    while (list->first) {
        struct node *node = list->first;
        list->first = node->next;
        free(node);
    }
    list_init(list);
}

static struct node *new_node(int value, struct node *next) {
    struct node *node = malloc(sizeof *node);
    if (node)
        *node = (struct node){next, value};
    return node;
}

bool list_push_front(struct list *list, int value) {
    REQUIRE(list_is_valid(list));
    struct node *node = new_node(value, list->first);
    if (!node)
        return false;
    list->first = node;
    if (!list->last)
        list->last = node;
    list->count++;
    return true;
}

bool list_append(struct list *list, int value) {
    REQUIRE(list_is_valid(list));
    struct node *node = new_node(value, NULL);
    if (!node)
        return false;
    if (list->last)
        list->last->next = node;
    else
        list->first = node;
    list->last = node;
    list->count++;
    return true;
}

// Takes the first value off the list; false if there is none.
bool list_pop_front(struct list *list, int *value) {
    REQUIRE(list_is_valid(list));
    struct node *node = list->first;
    if (!node)
        return false;
    if (value)
        *value = node->value;
    list->first = node->next;
    if (!list->first)
        list->last = NULL;
    list->count--;
    free(node);
    return true;
}

// The value at a position, counted from 0, or `otherwise`.
int list_at(const struct list *list, size_t position, int otherwise) {
    REQUIRE(list_is_valid(list));
    if (position >= list->count)
        return otherwise;
    const struct node *node = list->first;
    while (position-- > 0)
        node = node->next;
    return node->value;
}

// The position of the first such value, or -1.
ptrdiff_t list_index(const struct list *list, int value) {
    REQUIRE(list_is_valid(list));
    ptrdiff_t position = 0;
    for (const struct node *node = list->first; node; node = node->next) {
        if (node->value == value)
            return position;
        position++;
    }
    return -1;
}

bool list_equal(const struct list *a, const struct list *b) {
    REQUIRE(list_is_valid(a));
    REQUIRE(list_is_valid(b));
    if (a->count != b->count)
        return false;
    const struct node *other = b->first;
    for (const struct node *node = a->first; node; node = node->next) {
        if (node->value != other->value)
            return false;
        other = other->next;
    }
    return true;
}

// Removes the first such value.
bool list_remove(struct list *list, int value) {
    REQUIRE(list_is_valid(list));
    for (struct node **link = &list->first; *link; link = &(*link)->next) {
        struct node *node = *link;
        if (node->value != value)
            continue;
        *link = node->next;
        free(node);
        list->count--;
        // The seeded bug, a lost tail: `last` may be the node that is gone.
        assert(list_is_valid(list)); //~ BUG assertion-failure
        return true;
    }
    return false;
}

// Removes all values that the predicate is true of, and says how many there were.
size_t list_remove_if(struct list *list, list_predicate *is_unwanted) {
    REQUIRE(list_is_valid(list));
    REQUIRE(is_unwanted != NULL);
    struct node **link = &list->first;
    struct node *last = NULL;
    size_t removed = 0;
    while (*link) {
        struct node *node = *link;
        if (is_unwanted(node->value)) {
            *link = node->next;
            free(node);
            removed++;
        } else {
            last = node;
            link = &node->next;
        }
    }
    list->last = last;
    list->count -= removed;
    return removed;
}

void list_reverse(struct list *list) {
    REQUIRE(list_is_valid(list));
    struct node *reversed = NULL;
    struct node *node = list->first;
    list->last = node;
    while (node) {
        struct node *next = node->next;
        node->next = reversed;
        reversed = node;
        node = next;
    }
    list->first = reversed;
}

// Moves all nodes of `from` to the end of `list`.
void list_splice(struct list *list, struct list *from) {
    REQUIRE(list_is_valid(list));
    REQUIRE(list_is_valid(from));
    if (list == from || !from->first)
        return;
    REQUIRE(list->last != from->last);
    if (list->last)
        list->last->next = from->first;
    else
        list->first = from->first;
    list->last = from->last;
    list->count += from->count;
    list_init(from);
}

// Inserts a value behind all that are not greater.
bool list_insert_sorted(struct list *list, int value) {
    REQUIRE(list_is_valid(list));
    struct node **link = &list->first;
    while (*link && (*link)->value <= value)
        link = &(*link)->next;
    struct node *node = new_node(value, *link);
    if (!node)
        return false;
    *link = node;
    if (!node->next)
        list->last = node;
    list->count++;
    return true;
}

// Two sorted chains as one; of equal values, those of `a` come first.
static struct node *merge(struct node *a, struct node *b) {
    struct node *merged = NULL;
    struct node **link = &merged;
    while (a && b) {
        struct node **from = b->value < a->value ? &b : &a;
        *link = *from;
        link = &(*from)->next;
        *from = *link;
    }
    *link = a ? a : b;
    return merged;
}

// Sorts a chain of that many nodes.
static struct node *sort(struct node *chain, size_t count) {
    REQUIRE(chain_has(chain, count));
    if (count < 2)
        return chain;
    struct node *before = chain;
    for (size_t i = 1; i < count / 2; i++)
        before = before->next;
    struct node *half = before->next;
    before->next = NULL;
    return merge(sort(chain, count / 2), sort(half, count - count / 2));
}

void list_sort(struct list *list) {
    REQUIRE(list_is_valid(list));
    list->first = sort(list->first, list->count);
    struct node *last = list->first;
    while (last && last->next)
        last = last->next;
    list->last = last;
}

// Of equal values that follow each other, keeps the first.
size_t list_unique(struct list *list) {
    REQUIRE(list_is_valid(list));
    size_t removed = 0;
    for (struct node *node = list->first; node; node = node->next) {
        while (node->next && node->next->value == node->value) {
            struct node *same = node->next;
            node->next = same->next;
            free(same);
            removed++;
        }
        list->last = node;
    }
    list->count -= removed;
    return removed;
}

void list_each(const struct list *list, list_visitor *visit, void *context) {
    REQUIRE(list_is_valid(list));
    REQUIRE(visit != NULL);
    for (const struct node *node = list->first; node; node = node->next)
        visit(node->value, context);
}

// Visitors and predicates that callers often want.

// Can any value be added to a sum?
static bool has_room(long sum) {
    return sum >= LONG_MIN - INT_MIN && sum <= LONG_MAX - INT_MAX;
}

void list_add_up(int value, void *context) {
    long *sum = context;
    REQUIRE(has_room(*sum));
    *sum += value;
}

bool list_is_negative(int value) {
    return value < 0;
}

long list_sum(const struct list *list) {
    long sum = 0;
    list_each(list, list_add_up, &sum);
    return sum;
}

// A list of the values in an array; false if memory ran out, and then the list is empty.
bool list_from_array(struct list *list, const int *values, size_t count) {
    REQUIRE(list != NULL);
    list_init(list);
    for (size_t i = 0; i < count; i++) {
        if (!list_append(list, values[i])) {
            list_clear(list);
            return false;
        }
    }
    return true;
}

// As many values as the array has room for.
size_t list_to_array(const struct list *list, int *values, size_t room) {
    REQUIRE(list_is_valid(list));
    size_t count = 0;
    for (const struct node *node = list->first; node && count < room; node = node->next)
        values[count++] = node->value;
    return count;
}
