// A state the author thought impossible.
#include <stdio.h>
#include <stdlib.h>

static const char *name(int suit) {
    switch (suit) {
    case 0: return "hearts";
    case 1: return "spades";
    }
    abort(); //~ BUG abort
}

int main(void) {
    for (int suit = 0; suit < 3; suit++)
        puts(name(suit));
    return 0;
}
