//@ symbolic-args: 1,3
//@ paths: 7
// One path without an argument; with one, strcmp finds it different at the first, second or third character, where
// it may have ended or not, or equal.
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    return strcmp(argv[1], "-v") == 0;
}
