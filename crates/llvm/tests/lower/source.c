// What debug information says about functions, variables and types.
#include <stdarg.h>

enum kind { LEAF = -1, NODE = 5 };
typedef unsigned char byte;
struct tree {
    enum kind kind;
    unsigned low : 3, high : 9;
    struct tree *children[2];
    union { double number; byte bytes[3][4]; } as;
};
struct opaque;

static struct tree forest[10];
const volatile long counter = 3;
int (*handler)(struct tree *restrict, char, ...);

int depth(const struct tree *tree, int limit, _Bool *unused) {
    int deepest = 0;
    for (int i = 0; i < 2; i++) {
        int here = tree->children[i] && limit > 0 ? depth(tree->children[i], limit - 1, 0) : 0;
        if (here > deepest) deepest = here;
    }
    return deepest + 1;
}

void visit(struct opaque *opaque, struct tree by_value, float ratio, ...) {
    va_list list;
    va_start(list, ratio);
    forest[0] = by_value;
    handler(forest, 'c', opaque);
    va_end(list);
}
