// 48 ballots are counted, each for one of two sides or spoilt: 3^48 paths. The assertion that fails is about all three
// numbers at once.
#include "counterpoint.h"

enum { BALLOTS = 48 };
enum vote { YES, NO, SPOILT };

static enum vote read_ballot(char mark) {
    if (mark == 'y' || mark == 'Y')
        return YES;
    if (mark == 'n' || mark == 'N')
        return NO;
    return SPOILT;
}

int main(void) {
    char marks[BALLOTS];
    int votes[3] = {0, 0, 0};
    cp_symbolic(marks, sizeof marks, "marks");
    for (int i = 0; i < BALLOTS; i++) {
        enum vote vote = read_ballot(marks[i]);
        votes[YES] += vote == YES;
        votes[NO] += vote == NO;
        votes[SPOILT] += vote == SPOILT;
    }
    cp_assert(!(votes[YES] == 2 * votes[NO] && votes[SPOILT] == 9));
    return 0;
}
