// printf of doubles with every conversion, width, precision and flag.
#include <stdio.h>

int main(void) {
    double points[] = {0.0, 1.0, -1.5, 3.14159265358979, 1e-7, 1.23e25};
    for (int i = 0; i < 6; i++) {
        double x = points[i];
        printf("[%f] [%e] [%g] [%a]\n", x, x, x, x);
        printf("[%10.2f] [%-10.2f] [%+.3e] [% g] [%010.1f]\n", x, x, x, x, x);
    }
    printf("[%.0f] [%.0f] [%#.0f]\n", 0.5, 1.5, 2.0);
    printf("[%*.*f] [%.17g]\n", 12, 4, 2.0 / 3.0, 0.1);
    printf("[%G] [%E]\n", 1e-10, 12345.678);
    return 0;
}
