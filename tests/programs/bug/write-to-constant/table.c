// A cast takes the const away but not the protection.
#include <stdio.h>

static const int limits[3] = {10, 20, 30};

static void clear(int *values, int count) {
    for (int i = 0; i < count; i++)
        values[i] = 0; //~ BUG write-to-constant
}

int main(void) {
    clear((int *)limits, 3);
    printf("%d\n", limits[0]);
    return 0;
}
