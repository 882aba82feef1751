//@ check: leaks
// An early return forgets the buffer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_words(const char *text) {
    char *copy = strdup(text); //~ BUG memory-leak
    if (!copy || !strpbrk(copy, " "))
        return 1;
    int count = 0;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        count++;
    free(copy);
    return count;
}

int main(void) {
    printf("%d\n", count_words("two words"));
    printf("%d\n", count_words("one"));
    printf("%d\n", count_words("again two"));
    return 0;
}
