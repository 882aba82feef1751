//@ paths: 3
// What `ctype.h` knows of characters is in tables: a class of characters is one path, not each character.
#include "counterpoint.h"

#include <ctype.h>

int main(void) {
    unsigned char c;
    cp_symbolic(&c, 1, "c");
    if (!isalpha(c))
        return 0;
    if (tolower(c) == 'q')
        return 1;
    return 2;
}
