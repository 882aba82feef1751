// Open hashing with chains.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 7 };

struct entry {
    struct entry *next;
    int count;
    char word[12];
};

static struct entry *buckets[BUCKETS];

static struct entry *lookup(const char *word) {
    unsigned hash = 5381;
    for (const char *p = word; *p; p++)
        hash = hash * 33 + (unsigned char)*p;
    struct entry **link = &buckets[hash % BUCKETS];
    for (; *link; link = &(*link)->next)
        if (strcmp((*link)->word, word) == 0)
            return *link;
    *link = calloc(1, sizeof **link);
    if (!*link)
        exit(1);
    strncpy((*link)->word, word, sizeof (*link)->word - 1);
    return *link;
}

int main(void) {
    char text[] = "a rose is a rose is a rose and not a daisy";
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        lookup(word)->count++;
    printf("%d %d %d %d\n", lookup("a")->count, lookup("rose")->count, lookup("daisy")->count, lookup("x")->count);
    int entries = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *e = buckets[i], *next; e; e = next, entries++) {
            next = e->next;
            free(e);
        }
    printf("%d\n", entries);
    return 0;
}
