// The 2015 paper's LinkedList, re-created (its source is not public: `add` and `repOk` are ours): some adds, and the
// structural check, from every list of up to three nodes, broken ones and cycles included.

//@ entry: call_twice
//@ paths: 12
//@ options: --allocations-may-fail=off
#include <stdlib.h>

struct node {
    int elem;
    struct node *next;
};

struct list {
    struct node *first;
    int size;
};

static void add(struct list *list, int elem) {
    struct node *node = malloc(sizeof *node);
    node->elem = elem;
    node->next = NULL;
    struct node **end = &list->first;
    for (int i = 0; *end && i < list->size; i++)
        end = &(*end)->next;
    node->next = *end;
    *end = node;
    list->size++;
}

static int rep_ok(const struct list *list) {
    int size = 0;
    for (const struct node *node = list->first; node; node = node->next)
        if (++size > list->size)
            return 0;
    return size == list->size;
}

int call_twice(struct list *list, int a, int b) {
    if (!list || list->size < 0 || list->size > 2 || !rep_ok(list))
        return -1;
    add(list, a);
    add(list, b);
    if (!rep_ok(list))
        return 0;
    return 1;
}
