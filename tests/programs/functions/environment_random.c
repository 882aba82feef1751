// So are random numbers, within what C promises.
//@ entry: dice
//@ options: --env-symbolic
//@ paths: 3
#include <stdlib.h>

int dice(void) {
    srand(7);
    int number = rand();
    if (number < 0 || number > RAND_MAX)
        return -1;
    if (number % 6 == 5)
        return 6;
    return random() == 12345 ? 7 : 0;
}
