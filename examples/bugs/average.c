// The average temperature of a week. The loop runs one day too far.
#include <stdio.h>

static double average(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i <= count; i++)
        sum += values[i]; //~ BUG out-of-bounds-read
    return (double)sum / count;
}

int main(void) {
    int week[7] = {12, 14, 11, 9, 13, 15, 16};
    printf("%.1f degrees\n", average(week, 7));
    return 0;
}
