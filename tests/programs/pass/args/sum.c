//@ args: 10 -3 0x20 077
//@ exit: 102
// Numbers from the command line decide the exit code.
#include <stdlib.h>

int main(int argc, char *argv[]) {
    long sum = 0;
    for (char **arg = argv + 1; *arg; arg++)
        sum += strtol(*arg, NULL, 0);
    return (int)sum + argc - 5;
}
