// Sorting numbers, strings and structures. Of equal elements only the keys are printed: C leaves their order open.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    int key;
    char tag;
};

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static int by_key(const void *a, const void *b) {
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void) {
    int numbers[20];
    for (int i = 0; i < 20; i++)
        numbers[i] = i * 7919 % 101 - 50;
    qsort(numbers, 20, sizeof *numbers, by_value);
    for (int i = 0; i < 20; i++)
        printf("%d ", numbers[i]);
    putchar('\n');
    const char *words[] = {"pear", "fig", "apple", "figs", ""};
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++)
        printf("[%s]", words[i]);
    putchar('\n');
    struct entry entries[12];
    for (int i = 0; i < 12; i++)
        entries[i] = (struct entry){i % 3, (char)('a' + i)};
    qsort(entries, 12, sizeof *entries, by_key);
    unsigned seen = 0;
    for (int i = 0; i < 12; i++) {
        printf("%d%d", entries[i].key, (entries[i].tag - 'a') % 3 == entries[i].key);
        seen |= 1u << (entries[i].tag - 'a');
    }
    printf(" %x\n", seen);
    qsort(numbers, 0, sizeof *numbers, by_value);
    return 0;
}
