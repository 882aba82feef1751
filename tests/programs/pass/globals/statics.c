// Static variables keep their values between calls and start at zero.
#include <stdio.h>

static int total;
int exported = 5;

static int next(void) {
    static int counter = 100;
    return counter++;
}

static int *cell(int at) {
    static int cells[4];
    return &cells[at];
}

static int once(void) {
    static int done;
    if (done)
        return 0;
    done = 1;
    return 1;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        total += next();
        *cell(i) += i;
        *cell(0) += 10;
        exported *= 2;
    }
    int first = once(), second = once();
    printf("%d %d %d %d %d %d\n", total, *cell(0), *cell(3), exported, first, second);
    return 0;
}
