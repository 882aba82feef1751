//@ paths: 4
// A function pointer that an input chooses from three, one of which is null.
#include "counterpoint.h"

typedef int operation(int);

static int twice(int x) { return 2 * x; }
static int same(int x) { return x; }

int main(void) {
    operation *operations[3] = {twice, same, 0};
    unsigned char choice;
    cp_symbolic(&choice, 1, "choice");
    if (choice > 2)
        return 1;
    return operations[choice](3); //~ BUG null-dereference
}
