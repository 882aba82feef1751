//@ options: --mode=demand
//@ complete: false
// Functions that change a graph of pointers through others: what a call is given is a choice between all that calls before it
// may have left. To look at such a choice again for every byte takes longer than all else.
#include "counterpoint.h"

struct node {
    unsigned char value;
    struct node *next;
    unsigned char *shared;
};

static unsigned char base = 3, mask = 8;
static struct node ring[4], first, last, *current = &first;

static struct node *copy(struct node *to, struct node *from, unsigned char value) {
    to->value = value;
    for (int i = 0; i < 3 && ((mask ^ value) & 4); i++) {
        from->value += 5 - (*ring[mask & 3].shared - value);
        first.value ^= (base + to->next->value) | (ring[1].next->value + 6);
    }
    *to = *current->next;
    return from->next;
}

static void step(struct node **at, unsigned char *into, unsigned char value) {
    current = copy((*at)->next, current->next, 1);
    *into ^= (value & last.value) * 3;
}

static unsigned char walk(struct node *at, unsigned char value) {
    step(&current, &at->value, (mask >> 1) + value);
    return value;
}

static void round(unsigned char *into, unsigned char value) {
    for (int i = 0; i < 3; i++)
        *into += value;
    mask = walk(current, base);
}

int main(void) {
    unsigned char x, y;
    cp_symbolic(&x, 1, "x");
    cp_symbolic(&y, 1, "y");
    unsigned char own = x >> 5;
    struct node local = {y, &last, &own};
    for (int i = 0; i < 4; i++) {
        ring[i].value = i + 1;
        ring[i].next = &ring[(i + 1) & 3];
        ring[i].shared = &ring[i ^ 1].value;
    }
    first.next = &ring[0];
    first.shared = &mask;
    last.next = &first;
    last.shared = &local.value;
    base = x;
    local.next = copy(current, last.next, (x + x) | (current->shared == &own));
    mask += walk(last.next, y * 3 * 2);
    base = walk(local.next, (base ^ y) * 2);
    round(local.shared, mask ^ 4);
    cp_assert((base + 3 * mask) % 256 < 300);
    return 0;
}
