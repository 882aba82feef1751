// A callee that goes down a list and writes at its end, behind pointers that it has read: each length is a class of ends.
#include "counterpoint.h"

struct node {
    int value;
    struct node *next;
};

static void set_last(struct node *node, int value) {
    while (node->next)
        node = node->next;
    node->value = value;
}

static void bump(struct node *node, int value) {
    if (value > 5)
        set_last(node, value);
}

int main(void) {
    int x, y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    struct node c = {3, 0}, b = {2, 0}, a = {1, &b};
    if (x > 0)
        b.next = &c;
    bump(&a, y);
    if (a.value != 1)
        return 1; // never
    if (b.value == 8 && c.value == 8)
        return 2; // never
    if (b.value == 7)
        return 3;
    if (c.value == 7)
        return 4;
    if (c.value == 4)
        return 5; // never
    return 0;
}
