//@ symbolic-stdin: 2
//@ symbolic-args: 1,2
//@ complete: true
// Counts how often the argument's character is in the input.
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 2 || argv[1][0] == '\0' || argv[1][1] != '\0')
        return 100;
    int c, count = 0;
    while ((c = getchar()) != EOF)
        if (c == argv[1][0])
            count++;
    return count;
}
