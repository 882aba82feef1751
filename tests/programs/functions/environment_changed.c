// A program that changes its variables is not explored with any.
//@ entry: set
//@ options: --env-symbolic
//@ complete: false
//@ stopped: a call of `setenv`, where environment variables are explored
#define _GNU_SOURCE
#include <stdlib.h>

int set(int level) {
    if (level > 7)
        setenv("LEVEL", "7", 1);
    return level > 3;
}
