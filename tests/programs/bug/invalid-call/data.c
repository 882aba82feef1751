// A call of something that is no function.
#include <stdio.h>
#include <string.h>

static unsigned char code[64];

int main(void) {
    void (*function)(void);
    void *address = code + 16;
    memcpy(&function, &address, sizeof function);
    function(); //~ BUG invalid-call
    puts("not reached");
    return 0;
}
