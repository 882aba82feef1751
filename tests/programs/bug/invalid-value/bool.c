// A _Bool holds 0 or 1 and nothing else.
#include <string.h>

int main(void) {
    _Bool flag;
    memset(&flag, 2, sizeof flag);
    return flag ? 1 : 0; //~ BUG invalid-value
}
