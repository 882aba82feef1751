// A global that points to a list: what is taken off it is freed.
//@ entry: pop
//@ paths: 2
#include <stdlib.h>

static struct node {
    int value;
    struct node *next;
} *head;

int pop(void) {
    if (!head)
        return -1;
    struct node *gone = head;
    int value = gone->value;
    head = gone->next;
    free(gone);
    return value;
}
