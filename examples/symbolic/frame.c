//@ paths: 26
// A parser of tiny frames: a magic byte, a type and a length in one byte, the payload, a checksum. No test that one
// would think of overruns the payload; an input that does exists, and `counterpoint test` finds it.
#include "counterpoint.h"

#include <stddef.h>

struct frame {
    unsigned type;
    unsigned length;
    unsigned char payload[8];
};

enum { MAGIC = 0x7e, OK = 0, TOO_SHORT = 1, NO_FRAME = 2, CUT_OFF = 3, DAMAGED = 4 };

static unsigned char checksum(const unsigned char *bytes, size_t count) {
    unsigned char sum = 0;
    for (size_t i = 0; i < count; i++)
        sum ^= bytes[i];
    return sum;
}

static int parse(const unsigned char *bytes, size_t count, struct frame *frame) {
    if (count < 3)
        return TOO_SHORT;
    if (bytes[0] != MAGIC)
        return NO_FRAME;
    frame->type = bytes[1] >> 4;
    frame->length = bytes[1] & 15;
    if (frame->length + 3 > count)
        return CUT_OFF;
    if (bytes[2 + frame->length] != checksum(bytes + 1, frame->length + 1))
        return DAMAGED;
    for (unsigned i = 0; i < frame->length; i++)
        frame->payload[i] = bytes[2 + i]; //~ BUG out-of-bounds-write
    return OK;
}

int main(void) {
    unsigned char bytes[14];
    cp_symbolic(bytes, sizeof bytes, "bytes");
    struct frame frame;
    return parse(bytes, sizeof bytes, &frame);
}
