// A default that lives in constant memory, freed like the others.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *name_or_default(const char *name) { return name ? strdup(name) : (char *)"anonymous"; }

int main(void) {
    char *name = name_or_default(NULL);
    puts(name);
    free(name); //~ BUG invalid-free
    return 0;
}
