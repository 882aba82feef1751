//@ paths: 3
// Printing a text decides nothing but whether it ends: here it may run over the end of the buffer, once.
#include <stdio.h>

#include "counterpoint.h"

int main(void) {
    char name[8], plain[4];
    cp_symbolic(name, sizeof name, "name");
    cp_symbolic(plain, sizeof plain, "plain");
    plain[3] = 0;
    puts(plain);
    printf("%.4s\n", name);
    fwrite(name, 1, sizeof name, stdout);
    if (plain[0] == '!')
        return 1;
    printf("hello, %s\n", name); //~ BUG out-of-bounds-read
    return 0;
}
