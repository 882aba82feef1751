/* The native oracle of a generated program: it is called with all heaps of at most NODES nodes, and prints what it may
   return, and the lines where it goes through a null pointer. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char u8;
typedef unsigned int u32;

struct node {
    u8 elem;
    struct node *next, *other;
};
struct pair {
    u8 key;
    struct node *node;
};

#define NODES 3
#define TRACES (1 << 24)
#define LINES 4096

static jmp_buf failed;
static char fails[LINES], returns[TRACES];

static void *fail(int line) {
    fails[line] = 1;
    longjmp(failed, 1);
}

#define DECIDE(condition) ((condition) ? (trace = 2 * trace + 1, 1) : (trace = 2 * trace, 0))
#define GET(pointer) (*((pointer) ? (pointer) : (__typeof__(pointer))fail(__LINE__)))

static struct node nodes[NODES];
static struct node *slots[2];

static struct node *node(u32 *choice) {
    u32 index = *choice % (NODES + 1);
    *choice /= NODES + 1;
    return index ? &nodes[index - 1] : NULL;
}

static void note(u32 trace) {
    if (trace >= TRACES)
        abort();
    returns[trace] = 1;
}

/* One heap: what its pointers are, and its numbers. */
static void try_heap(u32 shape, u32 numbers, u32 values, void (*call)(struct node *, struct node *, u8)) {
    for (int i = 0; i < NODES; i++) {
        nodes[i].next = node(&shape);
        nodes[i].other = node(&shape);
        nodes[i].elem = numbers % values;
        numbers /= values;
    }
    struct node *first = node(&shape), *second = node(&shape);
    if (!setjmp(failed))
        call(first, second, numbers % values);
}

static int all_heaps(u32 values, void (*call)(struct node *, struct node *, u8)) {
    u32 shapes = 1, numbers = values;
    for (int i = 0; i < NODES; i++) {
        shapes *= (NODES + 1) * (NODES + 1);
        numbers *= values;
    }
    shapes *= (NODES + 1) * (NODES + 1);
    for (u32 shape = 0; shape < shapes; shape++)
        for (u32 number = 0; number < numbers; number++)
            try_heap(shape, number, values, call);
    for (u32 trace = 0; trace < TRACES; trace++)
        if (returns[trace])
            printf("returns %u\n", trace);
    for (int line = 0; line < LINES; line++)
        if (fails[line])
            printf("fails %d\n", line);
    return 0;
}
