// It takes seven turns of a loop in a callee, and then a certain sum of what they saw.
#include "counterpoint.h"

static int run_length(const unsigned char *bytes, int count) {
    int length = 0;
    while (length < count && bytes[length] == bytes[0])
        length++;
    return length;
}

int main(void) {
    unsigned char bytes[10];
    cp_symbolic(bytes, sizeof bytes, "bytes");
    if (run_length(bytes, sizeof bytes) == 7 && bytes[0] + bytes[7] == 301)
        return 1; //~ TARGET reached
    return 0;
}
