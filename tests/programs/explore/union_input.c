//@ paths: 4
// A union is one piece of memory, whichever member is looked at.
#include "counterpoint.h"

union number {
    unsigned whole;
    unsigned short half[2];
    unsigned char bytes[4];
};

int main(void) {
    union number number;
    cp_symbolic(&number, sizeof number, "number");
    if (number.half[1] != 0)
        return 1;
    if (number.whole >= 0x10000)
        return 100;
    if (number.bytes[1] == 0x12) {
        if (number.whole == 0x1234)
            return 2;
        return 3;
    }
    return 4;
}
