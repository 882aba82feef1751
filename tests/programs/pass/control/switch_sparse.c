// Sparse, negative and 64-bit case values.
#include <limits.h>
#include <stdio.h>

static const char *classify(long long n) {
    switch (n) {
    case LLONG_MIN: return "lowest";
    case -1: return "minus one";
    case 0: return "zero";
    case 7: return "seven";
    case 1000: return "thousand";
    case 4294967296: return "two to the 32";
    case LLONG_MAX: return "highest";
    default: return "other";
    }
}

static int letter(char c) {
    switch (c) {
    case 'a': return 1;
    case 'z': return 26;
    case '\xff': return 255;
    }
    return 0;
}

int main(void) {
    long long points[] = {LLONG_MIN, -1, 0, 1, 7, 1000, 4294967296, LLONG_MAX, 4294967295};
    for (int i = 0; i < 9; i++)
        puts(classify(points[i]));
    printf("%d %d %d %d\n", letter('a'), letter('z'), letter((char)255), letter('m'));
    return 0;
}
