//@ paths: 4
//@ complete: true
#include "counterpoint.h"

struct header {
    unsigned version : 3;
    unsigned length : 5;
    int offset : 8;
};

int main(void) {
    struct header header;
    cp_symbolic(&header, sizeof header, "header");
    if (header.version != 5)
        return 1;
    if (header.length <= 20)
        return 2;
    if (header.offset < 0)
        return 3;
    return 4;
}
