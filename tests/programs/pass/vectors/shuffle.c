// Elements rearranged within and between vectors; wide and odd vectors.
#include <stdio.h>

typedef short short8 __attribute__((vector_size(16)));
typedef long long4 __attribute__((vector_size(32)));
typedef float float3 __attribute__((ext_vector_type(3)));

int main(void) {
    short8 a = {0, 1, 2, 3, 4, 5, 6, 7}, b = a + 10;
    short8 reversed = __builtin_shufflevector(a, a, 7, 6, 5, 4, 3, 2, 1, 0);
    short8 woven = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    for (int i = 0; i < 8; i++)
        printf("%d/%d ", reversed[i], woven[i]);
    putchar('\n');
    long4 wide = {1, 2, 3, 4};
    wide *= wide;
    printf("%ld\n", wide[0] + wide[1] + wide[2] + wide[3]);
    float3 v = {1, 2, 3};
    float3 w = v.zxy * 2.0f;
    printf("%g %g %g\n", (double)w.x, (double)w.y, (double)w.z);
    return 0;
}
