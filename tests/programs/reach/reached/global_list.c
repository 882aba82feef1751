//@ target: assert
// A global pointer leads to a struct that holds pointers: there is no `main`, so it is an input.
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

struct node *first;

void look(void);

void look(void) {
    if (first)
        assert(first->value != 4); //~ TARGET reached
}
