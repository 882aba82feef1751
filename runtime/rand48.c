// drand48 and its kin: a linear congruential generator modulo 2^48, whose state the caller may keep in three
// shorts, the lowest first.
#include "cp_runtime.h"

typedef unsigned short state48[3];

#define DEFAULT_FACTOR 0x5deece66dull
#define DEFAULT_ADDEND 0xb
// The low half of a state made from a 32-bit seed.
enum { SEED_LOW = 0x330e };

static state48 own, previous;
static uint64_t factor = DEFAULT_FACTOR;
static unsigned short addend = DEFAULT_ADDEND;

static uint64_t join(const unsigned short *part) {
    return part[0] | (uint64_t)part[1] << 16 | (uint64_t)part[2] << 32;
}

// The next state's 48 bits.
static uint64_t step(state48 state) {
    uint64_t next = join(state) * factor + addend;
    state[0] = next;
    state[1] = next >> 16;
    state[2] = next >> 32;
    return next & 0xffffffffffff;
}

static double fraction(int64_t bits) {
    return bits / (double)(1ull << 48);
}

double erand48(state48 state) {
    return fraction(step(state));
}

long nrand48(state48 state) {
    return step(state) >> 17;
}

long jrand48(state48 state) {
    return (int32_t)(step(state) >> 16);
}

double drand48(void) {
    if (!__cp_explores_environment())
        return erand48(own);
    uint64_t bits;
    __cp_environment(&bits, sizeof bits, "drand48");
    if (bits >> 48)
        __cp_assume_failed();
    return fraction(bits);
}

long lrand48(void) {
    if (__cp_explores_environment())
        return cp_environment("lrand48", 0, INT_MAX);
    return nrand48(own);
}

long mrand48(void) {
    if (__cp_explores_environment())
        return cp_environment("mrand48", INT_MIN, INT_MAX);
    return jrand48(own);
}

void srand48(long seed) {
    own[0] = SEED_LOW;
    own[1] = seed;
    own[2] = (unsigned long)seed >> 16;
    factor = DEFAULT_FACTOR;
    addend = DEFAULT_ADDEND;
}

unsigned short *seed48(state48 seed) {
    memcpy(previous, own, sizeof own);
    memcpy(own, seed, sizeof own);
    factor = DEFAULT_FACTOR;
    addend = DEFAULT_ADDEND;
    return previous;
}

void lcong48(unsigned short parameters[7]) {
    memcpy(own, parameters, sizeof own);
    factor = join(parameters + 3);
    addend = parameters[6];
}
