//@ args: -v -n 12 -nx file1 -- -n
//@ exit: 1
// Parsing options by hand; the strings can be changed in place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int verbose = 0, errors = 0, i = 1;
    long number = 0;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "-v") == 0) {
            verbose = 1;
        } else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc) {
            number = strtol(argv[++i], NULL, 10);
        } else {
            argv[i][0] = '?';
            printf("bad option %s\n", argv[i]);
            errors++;
        }
    }
    printf("verbose %d number %ld rest %d first %s\n", verbose, number, argc - i, i < argc ? argv[i] : "");
    return errors ? 1 : 0;
}
