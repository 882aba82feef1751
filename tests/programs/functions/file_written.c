// Writing ends nothing, and leaves nothing out; only that there may be no room for it.
//@ entry: save
//@ paths: 5
#include <stdio.h>

int save(int value) {
    FILE *file = fopen("results", "w");
    if (!file)
        return -1;
    if (value > 100)
        fputs("much", file);
    else
        fprintf(file, "%d\n", value);
    fputc('.', file);
    fwrite("end", 1, 3, file);
    fflush(file);
    fclose(file);
    return 0;
}
