// Padding, alignment, offsetof and finding the container of a member.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct mixed {
    char a;
    double b;
    short c;
    int d;
    char e;
};
struct aligned {
    char tag;
    _Alignas(16) int value;
};
struct item {
    int key;
    struct hook {
        struct hook *next;
    } hook;
};

#define CONTAINER(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct mixed), offsetof(struct mixed, b), offsetof(struct mixed, d),
           offsetof(struct mixed, e));
    printf("%zu %zu\n", sizeof(struct aligned), _Alignof(struct aligned));
    struct aligned on_stack[2];
    printf("%d\n", (int)((uintptr_t)&on_stack[1].value % 16));
    struct item items[3] = {{1, {&items[1].hook}}, {2, {&items[2].hook}}, {3, {NULL}}};
    for (struct hook *h = &items[0].hook; h; h = h->next)
        printf("%d ", CONTAINER(h, struct item, hook)->key);
    putchar('\n');
    return 0;
}
