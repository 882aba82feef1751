//@ paths: 42
//@ complete: true
// Six votes are counted until three are in favour: a path for every word of votes that is as long as it has to be.
#include "counterpoint.h"

int main(void) {
    char votes[6];
    int yes = 0, i;
    cp_symbolic(votes, sizeof votes, "votes");
    for (i = 0; i < 6 && yes < 3; i++) {
        if (votes[i] == 'y')
            yes++;
    }
    return 10 * i + yes;
}
