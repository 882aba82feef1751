// Loops that an optimiser turns into vector code, with sizes that leave a rest.
#include <stdio.h>

enum { N = 103 };

static int sum(const int *values, int count) {
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total;
}

static int largest(const int *values, int count) {
    int best = values[0];
    for (int i = 1; i < count; i++)
        best = values[i] > best ? values[i] : best;
    return best;
}

int main(void) {
    int a[N], b[N];
    unsigned char bytes[N];
    float floats[N];
    for (int i = 0; i < N; i++) {
        a[i] = i * i % 37 - 11;
        bytes[i] = (unsigned char)(i * 5);
        floats[i] = (float)i * 0.25f;
    }
    for (int i = 0; i < N; i++)
        b[i] = a[i] < 0 ? -a[i] : a[i] * bytes[i] + (int)floats[i];
    int odd = 0;
    for (int i = 0; i < N; i++)
        odd += b[i] & 1;
    printf("%d %d %d %d\n", sum(a, N), sum(b, N), largest(b, N), odd);
    return 0;
}
