//@ paths: 3
// Which cell the callee reads depends on an earlier cell; a run that reads only the first knows nothing of the other.
#include "counterpoint.h"

static int follow(const unsigned char *links) {
    if (links[0] == 1)
        return links[1];
    return 0;
}

int main(void) {
    unsigned char links[2], second;
    cp_symbolic(links, sizeof links, "links");
    second = links[1];
    links[1] = 40;
    int found = follow(links);
    if (found == 41)
        return 1;
    if (found == 40 && second == 9)
        cp_assert(0); //~ BUG assertion-failure
    return 0;
}
