// The program's own callback frees what the visitor goes on with.
//@ entry: each
//@ complete: false
//@ stopped: change no pointers in what they are given
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void each(struct node *list, void (*f)(struct node *)) {
    while (list) {
        f(list);  //~ UNLESS null-dereference: `f` is not NULL
        list = list->next;  //~ BUG use-after-free
    }
}

static void release(struct node *node) { free(node); }

void drop(struct node *list) { each(list, release); }
