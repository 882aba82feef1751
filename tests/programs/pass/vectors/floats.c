// Vectors of floats: arithmetic, comparison, conversion, passing by value.
#include <stdio.h>

typedef float float4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
typedef int int4 __attribute__((vector_size(16)));

static float4 mix(float4 a, float4 b, float t) { return a + (b - a) * t; }

int main(void) {
    float4 a = {1, 2, 3, 4}, b = {4, 0, -4, 8};
    float4 m = mix(a, b, 0.5f);
    printf("%g %g %g %g\n", (double)m[0], (double)m[1], (double)m[2], (double)m[3]);
    int4 less = a < b;
    printf("%d %d %d %d\n", less[0], less[1], less[2], less[3]);
    int4 whole = __builtin_convertvector(m, int4);
    printf("%d %d %d %d\n", whole[0], whole[1], whole[2], whole[3]);
    double2 d = {0.5, 1.5};
    d = d * d / 2;
    printf("%g %g\n", d[0], d[1]);
    int4 bits = (int4)a;
    printf("%08x\n", (unsigned)bits[0]);
    return 0;
}
