//@ complete: false
//@ dropped: main
// What the size of a comparison's result decides is another thing with another library: it is no test, and not all
// paths are known.
#include <string.h>

#include "counterpoint.h"

int main(void) {
    char letter;
    cp_symbolic(&letter, 1, "letter");
    if (memcmp(&letter, "b", 1) == 2)
        return 1;
    return 0;
}
