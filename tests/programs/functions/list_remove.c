// What the function frees is a heap block; a list that goes around is freed only once.
//@ entry: remove_value
//@ complete: false
//@ options: --heap-objects=2
//@ stopped: the limit of
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *remove_value(struct node *list, int value) {
    struct node **at = &list;
    while (*at) {
        if ((*at)->value == value) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
            return list;
        }
        at = &(*at)->next;
    }
    return list;
}
