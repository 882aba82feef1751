// Conditions on floats choose values: minimum, clamp and sign without library calls.
#include <stdio.h>

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }
static int sign(float x) { return (x > 0) - (x < 0); }

int main(void) {
    double points[] = {-3.0, -0.0, 0.25, 1.0, 9.0};
    double low = points[0];
    for (int i = 0; i < 5; i++) {
        low = points[i] < low ? points[i] : low;
        printf("%g %d\n", clamp(points[i], 0.0, 1.0), sign((float)points[i]));
    }
    printf("%g\n", low);
    if (points[1])
        puts("negative zero is true");
    else
        puts("negative zero is false");
    printf("%d\n", !points[2]);
    return 0;
}
