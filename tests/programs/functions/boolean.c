// A _Bool is 0 or 1, whatever else would fit its byte.
//@ entry: choose
//@ paths: 2
#include <stdbool.h>
#include <stdlib.h>

int choose(bool flag) {
    switch ((int)flag) {
    case 0:
        return 10;
    case 1:
        return 20;
    default:
        abort();
    }
}
