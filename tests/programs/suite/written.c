// What is written to streams and files is checked.
//@ has: CHECK_WRITTEN(file, "error 7: too low\n");
//@ has: CHECK_WRITTEN(file, "ok.");
//@ has: CHECK_FILE(1, "level=5\n");
//@ has: CHECK_FILE(2, "two");
#include <stdio.h>

int report(FILE *file, int level) {
    if (!file)
        return -1;
    if (level == 7) {
        fprintf(file, "error %d: %s\n", level, "too low");
        return 1;
    }
    fputs("ok", file);
    putc('.', file);
    fclose(file);
    return 0;
}

int save(int level) {
    if (level != 5)
        return 0;
    FILE *first = fopen("first", "w");
    if (!first)
        return -1;
    fprintf(first, "level=%d\n", level);
    FILE *second = fopen("second", "w");
    if (second) {
        fwrite("two", 1, 3, second);
        fclose(second);
    }
    return fclose(first);
}

// An address is another one in every process.
void show(FILE *file, const int *place) {
    if (file)
        fprintf(file, "%p", (const void *)place);
}

// What is read first is not what is written.
int both(FILE *file) {
    if (!file || fgetc(file) != 'x')
        return 0;
    rewind(file);
    fputs("abc", file);
    return 1;
}

// What stands where is not known.
void again(FILE *file, char c) {
    if (!file)
        return;
    fputc(c == 'a' ? 'x' : c, file);
    rewind(file);
    fputs("y", file);
}
