// Objects stand before those that point to them; a list that goes around is closed by an assignment; what is freed is on
// the heap; and where pointers lead afterwards is checked.
//@ has: struct node first_next = {.value = -1, .next = NULL};
//@ has: struct node first = {.value = 0, .next = &first_next};
//@ has: struct node *result = sort_two(&first);
//@ has: CHECK_SAME(result, &first_next);
//@ has: CHECK_SAME(first_next.next, &first);
//@ has: CHECK(first.next == NULL);
//@ has: ring_next.next = &ring;
//@ has: struct node *list = ON_HEAP(list_contents);
//@ has: struct pair p = {.left = &p_left, .right = &p_left};
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *sort_two(struct node *first) {
    if (!first || !first->next || first->value <= first->next->value)
        return first;
    struct node *second = first->next;
    first->next = second->next;
    second->next = first;
    return second;
}

int is_ring_of_two(const struct node *ring) {
    return ring && ring->next && ring->next != ring && ring->next->next == ring;
}

struct node *drop_first(struct node *list) {
    if (!list)
        return NULL;
    struct node *rest = list->next;
    free(list);
    return rest;
}

struct pair {
    struct node *left, *right;
};

int is_shared(struct pair p) { return p.left && p.left == p.right; }
