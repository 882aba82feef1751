// rand and random, with glibc's generator: a program seeded alike draws the same numbers as natively. Where the program's
// surroundings are explored, it draws any.
#include "cp_runtime.h"

enum { DEGREE = 31, SEPARATION = 3, DISCARDED = 310 };

// The last DEGREE numbers, in a ring whose oldest is at `oldest`. A new one is the sum of that and of the one
// SEPARATION before it.
static uint32_t numbers[DEGREE];
static int oldest;
static bool seeded;

static uint32_t next_number(void) {
    int partner = (oldest + DEGREE - SEPARATION) % DEGREE;
    uint32_t number = numbers[oldest] += numbers[partner];
    oldest = (oldest + 1) % DEGREE;
    return number;
}

// The next state of Lehmer's generator, which fills the table: 16807 * x mod 2^31 - 1, by Schrage's method.
static int32_t lehmer(int32_t x) {
    int32_t next = 16807 * (x % 127773) - 2836 * (x / 127773);
    return next < 0 ? next + INT32_MAX : next;
}

void srandom(unsigned seed) {
    // Any numbers are drawn, so nothing depends on it.
    if (__cp_explores_environment())
        return;
    int32_t x = seed ? seed : 1;
    for (int i = 0; i < DEGREE; i++, x = lehmer(x))
        numbers[i] = x;
    oldest = SEPARATION;
    seeded = true;
    for (int i = 0; i < DISCARDED; i++)
        next_number();
}
ALIAS(srand, srandom);

long random(void) {
    if (__cp_explores_environment())
        return cp_environment("random", 0, INT_MAX);
    if (!seeded)
        srandom(1);
    return next_number() >> 1;
}

int rand(void) {
    if (__cp_explores_environment())
        return cp_environment("rand", 0, INT_MAX);
    return random();
}

// Takes the high bits of three steps of a linear congruential generator.
int rand_r(unsigned *seed) {
    static const unsigned char bits[] = {11, 10, 10};
    uint32_t state = *seed, result = 0;
    for (int i = 0; i < 3; i++) {
        state = state * 1103515245 + 12345;
        result = result << bits[i] ^ ((state >> 16) & ((1u << bits[i]) - 1));
    }
    *seed = state;
    return result;
}
