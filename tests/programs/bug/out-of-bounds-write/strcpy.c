//@ args: an-argument-that-is-too-long
//@ symbolic-args: 1,20
// An argument copied into a buffer that is too small.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char name[16];
    if (argc < 2)
        return 1;
    strcpy(name, argv[1]); //~ BUG out-of-bounds-write
    puts(name);
    return 0;
}
