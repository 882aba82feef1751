// A structure that ends in an array of unspecified length.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    size_t length;
    char bytes[];
};

static struct text *make(const char *from) {
    size_t length = strlen(from);
    struct text *text = malloc(sizeof *text + length + 1);
    if (!text)
        exit(1);
    text->length = length;
    memcpy(text->bytes, from, length + 1);
    return text;
}

int main(void) {
    struct text *hello = make("hello"), *empty = make("");
    printf("%zu %s %c %zu [%s]\n", hello->length, hello->bytes, hello->bytes[4], empty->length, empty->bytes);
    printf("%zu\n", sizeof(struct text));
    free(hello);
    free(empty);
    return 0;
}
