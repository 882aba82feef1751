// To the native library, what `strchr` is given must be a string, even where the character comes before its end: a test
// that a sanitizer stops is not in the suite.
//@ dropped: find
//@ says: second      5/5       2/2            -     -
#include <string.h>

int find(char c) {
    char pair[2] = {c, 'b'};
    return strchr(pair, 'b') != 0;
}

int second(int x) {
    if (x == 2)
        return 1;
    return 0;
}
