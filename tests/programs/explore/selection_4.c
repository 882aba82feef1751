//@ paths: 33
//@ complete: true
// Selection sort compares all pairs, whatever it knows: 2^6 sequences of answers, of which these can happen (counted
// natively, over all strings of four of eight values).
#include "counterpoint.h"

enum { N = 4 };

int main(void) {
    unsigned char a[N];
    cp_symbolic(a, sizeof a, "a");
    for (int i = 0; i < N - 1; i++) {
        int least = i;
        for (int j = i + 1; j < N; j++) {
            if (a[j] < a[least])
                least = j;
        }
        unsigned char moved = a[i];
        a[i] = a[least];
        a[least] = moved;
    }
    for (int i = 1; i < N; i++)
        cp_assert(a[i - 1] <= a[i]);
    return 0;
}
