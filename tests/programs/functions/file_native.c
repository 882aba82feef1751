// Unless that isn't wanted: then a file is what it is.
//@ entry: first
//@ options: --env-symbolic=off
//@ paths: 1
//@ complete: false
//@ stopped: what `fopen` at file_native.c:10 did in these runs depends on the environment
#include <stdio.h>

int first(void) {
    FILE *file = fopen("/nowhere/at/all", "r");
    if (!file)
        return -1;
    int c = fgetc(file);
    fclose(file);
    return c;
}
