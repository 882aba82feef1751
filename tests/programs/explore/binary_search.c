//@ paths: 15
//@ complete: true
// Seven numbers: found at each of them, or in one of the eight gaps.
#include "counterpoint.h"

static const int sorted[7] = {-50, -3, 0, 8, 11, 40, 1000};

int main(void) {
    int key, low = 0, high = 7;
    cp_symbolic(&key, sizeof key, "key");
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] == key)
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return 100 + low;
}
