// A search that does not stop at the end of the list.
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

static struct node *find(struct node *list, int value) {
    while (list->value != value) //~ BUG null-dereference
        list = list->next;
    return list;
}

int main(void) {
    struct node second = {2, NULL}, first = {1, &second};
    printf("%d\n", find(&first, 2)->value);
    printf("%d\n", find(&first, 3)->value);
    return 0;
}
