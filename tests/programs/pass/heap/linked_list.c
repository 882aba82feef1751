// Insertion in order, reversal and release of a list.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static void insert(struct node **link, int value) {
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    *node = (struct node){value, *link};
    *link = node;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void) {
    struct node *list = NULL;
    int values[] = {5, 1, 9, 3, 7, 3};
    for (int i = 0; i < 6; i++)
        insert(&list, values[i]);
    list = reverse(list);
    while (list) {
        struct node *next = list->next;
        printf("%d ", list->value);
        free(list);
        list = next;
    }
    putchar('\n');
    return 0;
}
