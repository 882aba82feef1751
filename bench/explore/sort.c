// Insertion sort: a path for each order of the inputs, 720 of them.
#include "counterpoint.h"

#define N 6

int main(void) {
    int a[N];
    cp_symbolic(a, sizeof a, "a");
    for (int i = 1; i < N; i++) {
        int key = a[i], j = i;
        while (j > 0 && a[j - 1] > key) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = key;
    }
    for (int i = 1; i < N; i++)
        cp_assert(a[i - 1] <= a[i]);
    return 0;
}
