// Walking a list by the next pointer of the node just freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *cons(struct node *next) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = next;
    return node;
}

int main(void) {
    struct node *list = cons(cons(cons(NULL)));
    for (struct node *node = list; node;
         node = node->next) //~ BUG use-after-free
        free(node);
    return 0;
}
