//@ paths: 4
//@ complete: true
// Three commands, of which two are wrong in their own ways.
#include <stdlib.h>

#include "counterpoint.h"

int main(void) {
    char command;
    int *block = malloc(sizeof *block), *nothing = NULL;
    if (!block)
        return 9;
    cp_symbolic(&command, sizeof command, "command");
    *block = 1;
    if (command == 'f') {
        free(block);
        return *block; //~ BUG use-after-free
    }
    if (command == 'd') {
        free(block);
        free(block); //~ BUG double-free
    }
    if (command == 'n')
        *nothing = 1; //~ BUG null-dereference
    free(block);
    return 0;
}
