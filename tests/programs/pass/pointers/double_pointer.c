// Pointers to pointers: removing from a list without a special case, and an output parameter.
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

static void remove_even(struct node **link) {
    while (*link) {
        if ((*link)->value % 2 == 0)
            *link = (*link)->next;
        else
            link = &(*link)->next;
    }
}

static int first_word(const char *text, const char **end) {
    while (*text && *text != ' ')
        text++;
    *end = text;
    return *text == ' ';
}

int main(void) {
    struct node nodes[5];
    for (int i = 0; i < 5; i++)
        nodes[i] = (struct node){i * 3 % 5, i < 4 ? &nodes[i + 1] : NULL};
    struct node *head = nodes;
    remove_even(&head);
    for (struct node *n = head; n; n = n->next)
        printf("%d ", n->value);
    putchar('\n');
    const char *rest;
    int more = first_word("hello world", &rest);
    printf("%d [%s]\n", more, rest);
    int x = 1, *p = &x, **pp = &p, ***ppp = &pp;
    ***ppp = 42;
    printf("%d\n", x);
    return 0;
}
