// The lazy question for the assertion may demand more than it needs: instances are kept, and another question needed what
// `change` returns to. That there is no lazy way then proves nothing, although no dangling node is on any way.
#include "counterpoint.h"

struct pair {
    unsigned char tag;
    unsigned value;
};

unsigned offset = 17;
struct pair pair = {1, 2};

static unsigned tag_of(struct pair *it) { return it->tag; }

static void look(void) { tag_of(&pair); }

static unsigned change(struct pair *it, unsigned x) {
    unsigned y = 2;
    if ((x & 255) == 0)
        y = 2;
    switch (x & 7) {
    case 0: it->value = y; break;
    case 6: y = x % 5; break;
    default: it->value--;
    }
    return y;
}

int main(void) {
    unsigned char a, b;
    cp_symbolic(&a, 1, "a");
    cp_symbolic(&b, 1, "b");
    cp_assume(b < 32);
    unsigned sum = b;
    change(&pair, a + offset);
    sum += b ^ (3u ^ a);
    look();
    cp_assert((sum & 255) != 2); //~ BUG assertion-failure
    return 0;
}
