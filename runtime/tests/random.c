// The random number generators: the numbers that glibc draws, unseeded and for several seeds.
#define _GNU_SOURCE
#include "check.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

RT(rand);
RT(srand);
RT(rand_r);
RT(random);
RT(srandom);
RT(drand48);
RT(erand48);
RT(lrand48);
RT(nrand48);
RT(mrand48);
RT(jrand48);
RT(srand48);
RT(seed48);
RT(lcong48);

static void draw(unsigned seed) {
    for (int i = 0; i < 1000; i++) {
        CHECK(rt_rand() == rand(), "seed %u, number %d", seed, i);
        CHECK(rt_random() == random(), "seed %u, number %d", seed, i);
    }
}

static void draw48(void) {
    unsigned short x[3] = {1, 2, 0xffff}, y[3] = {1, 2, 0xffff};
    for (int i = 0; i < 100; i++) {
        CHECK(rt_drand48() == drand48(), "%d", i);
        CHECK(rt_lrand48() == lrand48(), "%d", i);
        CHECK(rt_mrand48() == mrand48(), "%d", i);
        CHECK(rt_erand48(x) == erand48(y), "%d", i);
        CHECK(rt_nrand48(x) == nrand48(y), "%d", i);
        CHECK(rt_jrand48(x) == jrand48(y), "%d", i);
        CHECK(memcmp(x, y, sizeof x) == 0, "%d", i);
    }
}

static void test_48(void) {
    draw48();
    static const long seeds[] = {0, 1, -1, 123456789, LONG_MIN};
    for (int i = 0; i < 5; i++) {
        rt_srand48(seeds[i]);
        srand48(seeds[i]);
        draw48();
    }
    unsigned short seed[3] = {5, 6, 7}, parameters[7] = {1, 2, 3, 4, 5, 6, 7};
    CHECK(memcmp(rt_seed48(seed), seed48(seed), sizeof seed) == 0, "the state before");
    draw48();
    rt_lcong48(parameters);
    lcong48(parameters);
    draw48();
}

void test_random(void) {
    draw(1);
    static const unsigned seeds[] = {0, 1, 2, 42, 0x7fffffff, 0x80000000, 0xffffffff};
    for (int i = 0; i < 7; i++) {
        rt_srand(seeds[i]);
        srand(seeds[i]);
        draw(seeds[i]);
        rt_srandom(seeds[i] + 5);
        srandom(seeds[i] + 5);
        draw(seeds[i] + 5);
        unsigned x = seeds[i], y = seeds[i];
        for (int j = 0; j < 100; j++)
            CHECK(rt_rand_r(&x) == rand_r(&y) && x == y, "seed %u, number %d", seeds[i], j);
    }
    test_48();
}
