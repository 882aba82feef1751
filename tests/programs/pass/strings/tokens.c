// strtok skips empty fields, strsep keeps them, strtok_r nests.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[] = "  one, two,,three ,";
    for (char *word = strtok(line, " ,"); word; word = strtok(NULL, " ,"))
        printf("[%s]", word);
    putchar('\n');
    char fields[] = "a::b:";
    char *rest = fields, *field;
    while ((field = strsep(&rest, ":")))
        printf("[%s]", field);
    putchar('\n');
    char pairs[] = "x=1;y=2;z";
    char *outer, *inner;
    for (char *pair = strtok_r(pairs, ";", &outer); pair; pair = strtok_r(NULL, ";", &outer)) {
        char *name = strtok_r(pair, "=", &inner);
        char *value = strtok_r(NULL, "=", &inner);
        printf("%s->%s ", name, value ? value : "nothing");
    }
    putchar('\n');
    return 0;
}
