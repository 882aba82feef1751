// A test without memory says which allocation fails.
//@ has: /* Returns -1, as allocation 1 fails. */
//@ has: TEST(append_returns_minus_1_without_memory) {
//@ has: FAIL_ALLOCATION(1);
//@ says: append    10/10       4/4
#include <stdlib.h>

struct list {
    int item;
    struct list *next;
};

int append(struct list **last, int item) {
    if (!last)
        return -2;
    struct list *list = malloc(sizeof *list);
    if (!list)
        return -1;
    *list = (struct list){item, NULL};
    *last = list;
    return 0;
}
