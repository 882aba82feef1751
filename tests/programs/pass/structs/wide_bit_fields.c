// Bit-fields of a packed struct that no byte boundary parts: one storage unit of more than 128 bits.
#include <stdio.h>

struct __attribute__((packed)) fields {
    unsigned a : 29;
    signed b : 29;
    unsigned c : 31;
    signed long d : 61;
    unsigned e : 3;
    signed f : 5;
    unsigned long g : 43;
    signed h : 15;
    unsigned i : 7;
};

// The same in 89 bits.
struct __attribute__((packed)) narrower {
    unsigned a : 29;
    signed b : 29;
    unsigned c : 31;
};

static struct fields global = {1, -2, 3, -4, 5, -6, 7, -8, 9};

static void print(const char *name, const struct fields *x) {
    printf("%s: %u %d %u %ld %u %d %lu %d %u\n", name, x->a, x->b, x->c, (long)x->d, x->e, x->f,
           (unsigned long)x->g, x->h, x->i);
}

// Only some fields are initialised: the others must not spoil them.
static int some(int seed) {
    struct fields x;
    x.b = seed;
    x.d = -seed;
    x.h = 7 * seed;
    x.b += x.h;
    struct narrower y;
    y.b = x.b;
    y.b++;
    return x.b + (int)x.d + x.h + y.b;
}

static struct fields twice(struct fields x) {
    x.a *= 2;
    x.b *= 2;
    x.d *= 2;
    x.g *= 2;
    return x;
}

int main(void) {
    printf("%d bytes\n", (int)sizeof global);
    print("first", &global);

    struct fields x = {0};
    x.a = 0x1abcdef0;
    x.b = -0x0abcdef;
    x.c = 0x7fffffff;
    x.d = -0x0123456789abcdefL;
    x.e = 6;
    x.f = -16;
    x.g = 0x7abcdef0123;
    x.h = -12345;
    x.i = 100;
    print("assigned", &x);

    for (int round = 0; round < 40; round++) {
        x.a++;
        x.b--;
        x.c += 3u;
        x.d -= 0x10000001L;
        x.e++;
        x.f = (x.f + 9) % 16;
        x.g ^= 0x5555UL << (round % 30);
        x.h = x.h < 0 ? x.h + 1000 : x.h - 1001;
        x.i = ~x.i;
    }
    print("changed", &x);

    global = x;
    print("copied", &global);
    global = twice(global);
    print("twice", &global);
    x.d = x.b;
    x.b = x.h;
    x.h = x.f;
    print("moved", &x);
    printf("%d\n", some(42));
    return 0;
}
