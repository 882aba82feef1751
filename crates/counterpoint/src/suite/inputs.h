// The inputs of one test, in the order in which the program asks for them. Each test_*.c defines its own.
#ifndef COUNTERPOINT_INPUTS_H
#define COUNTERPOINT_INPUTS_H

#include <stddef.h>

struct counterpoint_input {
    const char *name;
    size_t size;
    const void *bytes;
};

extern const struct counterpoint_input counterpoint_inputs[];
extern const size_t counterpoint_input_count;

#endif
