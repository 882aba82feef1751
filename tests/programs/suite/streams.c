// A stream is a file with the contents that a test is about.
//@ has: FILE *file = STREAM("1\n");
//@ has: FILE *file = STREAM("");
//@ has: FILE *file = NULL;
//@ has: FILE *settings_log = STREAM("");
//@ says: all         9/9     12/12
#include <stdio.h>

int header(FILE *file) {
    if (!file)
        return -1;
    return fgetc(file) == '1' && fgetc(file) == '\n' ? 1 : 0;
}

struct settings {
    int level;
    FILE *log;
};

void say(const struct settings *settings) {
    if (settings && settings->log && settings->level > 3)
        fputs("said", settings->log);
}
