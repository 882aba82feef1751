// Where nothing was written, or nobody looks, nothing fails.
//@ entry: touch
//@ paths: 3
#include <stdio.h>

int touch(int writes) {
    FILE *file = fopen("results", "w");
    if (!file)
        return -1;
    if (writes) {
        fputs("much", file);
        fclose(file);
        return 1;
    }
    return fclose(file) == 0 ? 0 : -2;
}
