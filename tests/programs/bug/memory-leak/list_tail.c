//@ check: leaks
// Freeing the head of a list is not freeing the list.
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *cons(struct node *next) {
    struct node *node = malloc(sizeof *node); //~ BUG memory-leak
    if (!node)
        exit(1);
    node->next = next;
    return node;
}

int main(void) {
    struct node *list = cons(cons(NULL));
    free(list);
    list = NULL;
    return 0;
}
