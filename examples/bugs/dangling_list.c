// Removing from a list while walking it: the loop's step reads the node that was just freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    *node = (struct node){value, list};
    return node;
}

static void remove_value(struct node **list, int value) {
    struct node *previous = NULL;
    for (struct node *node = *list; node; node = node->next) { //~ BUG use-after-free
        if (node->value == value) {
            *(previous ? &previous->next : list) = node->next;
            free(node);
        } else {
            previous = node;
        }
    }
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = push(list, i * i);
    remove_value(&list, 4);
    for (; list; list = list->next)
        printf("%d\n", list->value);
    return 0;
}
