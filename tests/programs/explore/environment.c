// So are whole programs explored.
//@ options: --entry=main --env-symbolic
//@ paths: 3
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(0));
    switch (rand() % 6) {
    case 0:
        return 1;
    case 5:
        return 2;
    default:
        return 0;
    }
}
