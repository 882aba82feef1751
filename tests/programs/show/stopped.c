// An exploration that was stopped leaves dangling nodes.
//@ options: --max-runs 2
#include "counterpoint.h"

static int grade(int points) {
    if (points > 90)
        return 'A';
    if (points > 60)
        return 'B';
    if (points > 30)
        return 'C';
    return 'D';
}

int main(void) {
    int points;
    cp_symbolic(&points, sizeof points, "points");
    return grade(points);
}
