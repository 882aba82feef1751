// Sums whose result depends on the order and on the precision of each step.
#include <stdio.h>

static float naive(int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += 0.1f;
    return sum;
}

static float compensated(int n) {
    float sum = 0, carry = 0;
    for (int i = 0; i < n; i++) {
        float term = 0.1f - carry;
        float next = sum + term;
        carry = (next - sum) - term;
        sum = next;
    }
    return sum;
}

int main(void) {
    printf("%.6f %.6f\n", (double)naive(100000), (double)compensated(100000));
    double x = 1e16;
    printf("%.1f %.1f\n", x + 1.0 - x, x + 2.0 - x);
    printf("%.17g %.17g\n", 1.0 / 3.0, 2.0 / 3.0 * 1.5);
    double tiny = 1.0;
    int steps = 0;
    for (; 1.0 + tiny / 2 > 1.0; steps++)
        tiny /= 2;
    printf("%d %g\n", steps, tiny);
    printf("%g\n", -0.0 + 0.0);
    return 0;
}
