//@ native: memory
// One field of a structure is forgotten; copying it is fine, asking is not.
#include <stdio.h>

struct options {
    int width, height;
    int bold;
};

static void set_size(struct options *options, int width, int height) {
    options->width = width;
    options->height = height;
}

int main(void) {
    struct options options;
    set_size(&options, 80, 25);
    struct options copy = options;
    printf("%d\n", copy.width * copy.height);
    if (copy.bold) //~ BUG uninitialised-read
        puts("bold");
    return 0;
}
