//@ exit: 64
// A program that needs arguments and gets none.
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs("usage: none WORD\n", stderr);
        return 64;
    }
    puts(argv[1]);
    return 0;
}
