// Two owners of one buffer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
};

static struct text copy(struct text from) { return from; }
static void release(struct text *text) { free(text->bytes); }

int main(void) {
    struct text first = {malloc(8)};
    if (!first.bytes)
        return 1;
    struct text second = copy(first);
    release(&first);
    second.bytes[0] = 'x'; //~ BUG use-after-free
    puts("done");
    return 0;
}
