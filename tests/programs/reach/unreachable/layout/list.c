//@ target: assert
// Nodes of a list that are told apart by their addresses.
#include "counterpoint.h"

struct node {
    struct node *next;
};

static struct node last, second = {&last}, first = {&second};

int main(void) {
    unsigned char x;
    cp_symbolic(&x, sizeof x, "x");
    int count = 0;
    for (struct node *p = &first; p; p = p->next)
        count += p == &second;
    if (count != 1)
        cp_assert(x != 7); //~ TARGET unreachable
    return 0;
}
