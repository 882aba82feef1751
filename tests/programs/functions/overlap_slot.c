// A pointer to a pointer leads to a global one, or to a link in the list that it is the head of.
//@ entry: unlink_first
//@ complete: false
//@ stopped: using a pointer into an object that others lead to only later
//@ paths: 11
#include <stddef.h>

static struct node {
    int value;
    struct node *next;
} *head;

int unlink_first(struct node **pp) {
    if (!pp || !*pp || !head)
        return 0;
    *pp = (*pp)->next;
    return head ? 1 : 2;
}
