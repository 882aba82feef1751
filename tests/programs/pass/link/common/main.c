//@ files: other.c
//@ cflags: -fcommon
// Common symbols of one name are one variable, as large as the largest and initialised by one.
#include <stdio.h>

int shared;
int initialised;
char sized[4];
void touch(void);
int last_of_sized(void);

int main(void) {
    touch();
    sized[0] = 1;
    printf("%d %d %d\n", shared, initialised, last_of_sized());
    return 0;
}
