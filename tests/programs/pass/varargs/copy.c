// va_copy allows a second walk over the same arguments.
#include <stdarg.h>
#include <stdio.h>

static double variance(int count, ...) {
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    double mean = 0, sum = 0;
    for (int i = 0; i < count; i++)
        mean += va_arg(list, double) / count;
    for (int i = 0; i < count; i++) {
        double distance = va_arg(again, double) - mean;
        sum += distance * distance;
    }
    va_end(again);
    va_end(list);
    return sum / count;
}

int main(void) {
    printf("%g\n", variance(4, 2.0, 4.0, 4.0, 6.0));
    printf("%g\n", variance(10, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0));
    return 0;
}
