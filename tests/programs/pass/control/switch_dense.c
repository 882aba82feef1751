// A dense switch with fall through and a default in the middle.
#include <stdio.h>

static int score(int day) {
    int points = 0;
    switch (day) {
    case 0: points += 1;
    /* fall through */
    case 1: points += 10;
    /* fall through */
    case 2: points += 100; break;
    default: points = -1; break;
    case 3: return 3;
    case 4:
    case 5: points = 45;
    }
    return points;
}

int main(void) {
    for (int day = -1; day <= 6; day++)
        printf("%d ", score(day));
    putchar('\n');
    return 0;
}
