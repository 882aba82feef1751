//@ args: 9
//@ symbolic-args: 1,1
// The famous one: a binary search whose upper end starts one too high.
#include <stdio.h>
#include <stdlib.h>

static int find(const int *sorted, int count, int wanted) {
    int low = 0, high = count;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == wanted) //~ BUG out-of-bounds-read
            return middle;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(int argc, char **argv) {
    int sorted[] = {1, 2, 3, 5, 8};
    int wanted = argc > 1 ? atoi(argv[1]) : 5;
    printf("%d is at %d\n", wanted, find(sorted, 5, wanted));
    return 0;
}
