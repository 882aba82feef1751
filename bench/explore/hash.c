// Commands looked up by a hash of their text: products and a table at an offset that depends on the input.
#include "counterpoint.h"

#include <string.h>

#define LENGTH 4
#define SIZE 16

static const char *const names[] = {"get", "put", "del", "list"};
static signed char table[SIZE];

static unsigned hash(const char *text) {
    unsigned value = 5381;
    while (*text)
        value = value * 33 + (unsigned char)*text++;
    return value;
}

int main(void) {
    memset(table, -1, sizeof table);
    for (int i = 0; i < 4; i++) {
        unsigned slot = hash(names[i]) % SIZE;
        while (table[slot] >= 0)
            slot = (slot + 1) % SIZE;
        table[slot] = (signed char)i;
    }
    char word[LENGTH + 1];
    cp_symbolic(word, LENGTH, "word");
    word[LENGTH] = '\0';
    for (unsigned slot = hash(word) % SIZE; table[slot] >= 0; slot = (slot + 1) % SIZE) {
        if (strcmp(names[(int)table[slot]], word) == 0)
            return table[slot];
    }
    return -1;
}
