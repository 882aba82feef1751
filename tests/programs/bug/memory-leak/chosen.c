//@ check: leaks
//@ args: -
//@ symbolic-args: 1,1
// Which block is kept depends on the input; the other one is freed, except on one path.
#include <stdlib.h>

static char *kept;

int main(int argc, char **argv) {
    char *first = malloc(4), *second = malloc(8); //~ BUG memory-leak
    if (!first || !second)
        return 1;
    int take_first = argc > 1 && argv[1][0] == 'f';
    kept = take_first ? first : second;
    if (argc < 2 || argv[1][0] != '-')
        free(take_first ? second : first);
    return 0;
}
