//@ args: 99999999999
//@ symbolic-args: 1,11
// A number read digit by digit without a limit.
#include <stdio.h>

static int parse(const char *text) {
    int value = 0;
    while (*text >= '0' && *text <= '9') {
        value = value * 10 + (*text - '0'); //~ BUG signed-overflow
        text++;
    }
    return value;
}

int main(int argc, char **argv) {
    printf("%d\n", parse(argc > 1 ? argv[1] : "0"));
    return 0;
}
