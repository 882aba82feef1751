// A switch that jumps into the middle of a loop.
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    const char text[] = "the quick brown fox";
    for (int n = 1; n <= 19; n += 3) {
        char buffer[32] = {0};
        copy(buffer, text, n);
        puts(buffer);
    }
    return 0;
}
