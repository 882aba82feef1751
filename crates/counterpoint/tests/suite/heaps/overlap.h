/* The native oracle of a generated program on objects that may overlap: it is called with all ways in which its pointers
   may point into each other's objects and into global variables, and prints what it may return, and the lines where it
   goes through a null pointer or past the end of an object. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;

struct pair {
    u16 first, second;
};

#define TRACES (1 << 24)
#define LINES 4096
/* The elements of an object of its own. */
#define ELEMENTS 3

static jmp_buf failed;
static char fails[LINES], returns[TRACES];

struct object {
    char *start;
    unsigned long size;
};

/* Two pointers' own objects, with room around each, and the global variables. */
static struct {
    u16 before[8];
    u16 all[2 * ELEMENTS];
    u16 behind[8];
} own[2];
static struct object objects[4];
static int object_count;

static void *at(const void *pointer, long offset, unsigned long size, int line) {
    for (int i = 0; pointer && i < object_count; i++) {
        const char *start = objects[i].start, *end = start + objects[i].size;
        const char *first = (const char *)pointer + offset;
        if ((const char *)pointer >= start && (const char *)pointer < end && first >= start && first + size <= end)
            return (void *)first;
    }
    fails[line] = 1;
    longjmp(failed, 1);
}

/* Pointers into different objects are not ordered, nor subtracted. */
static void ordered(const char *a, const char *b) {
    for (int i = 0; i < object_count; i++) {
        const char *start = objects[i].start, *end = start + objects[i].size;
        if (a >= start && a < end && b >= start && b < end)
            return;
    }
    if (a || b)
        longjmp(failed, 1);
}

#define BEFORE(a, b) (ordered((const char *)(a), (const char *)(b)), (const char *)(a) < (const char *)(b))
#define APART(a, b) (ordered((const char *)(a), (const char *)(b)), (const char *)(b) - (const char *)(a))
#define DECIDE(condition) ((condition) ? (trace = 2 * trace + 1, 1) : (trace = 2 * trace, 0))
#define AT(pointer, index) (*(__typeof__(&(pointer)[0]))at(pointer, (index) * (long)sizeof *(pointer), sizeof *(pointer), __LINE__))

static void note(u32 trace) {
    if (trace >= TRACES)
        abort();
    returns[trace] = 1;
}

/* Where a pointer to something of that size may point: null first. Pairs are in objects of pairs. */
static unsigned places(char **found, unsigned long size, const unsigned long *unit) {
    unsigned count = 0;
    found[count++] = NULL;
    for (int i = 0; i < object_count; i++)
        for (unsigned long offset = 0; offset + size <= objects[i].size; offset += size)
            if (size <= unit[i])
                found[count++] = objects[i].start + offset;
    return count;
}

/* What the pointers point to has that size, and so does each of the objects' elements. */
static int all_heaps(const unsigned long size[2], const struct object *globals, int count, void (*call)(void *, void *)) {
    unsigned long unit[4];
    char *found[2][64];
    unsigned counts[2];
    for (int i = 0; i < 2; i++)
        objects[object_count++] = (struct object){(char *)own[i].all, ELEMENTS * (unit[i] = size[i])};
    for (int i = 0; i < count; i++)
        unit[object_count] = globals[i].size, objects[object_count++] = globals[i];
    for (int i = 0; i < 2; i++)
        counts[i] = places(found[i], size[i], unit);
    unsigned bits = 0;
    for (int i = 0; i < object_count; i++)
        bits += objects[i].size / sizeof(u16);
    for (unsigned a = 0; a < counts[0]; a++)
        for (unsigned b = 0; b < counts[1]; b++)
            for (volatile u32 numbers = 0; numbers < 1u << bits; numbers++) {
                u32 rest = numbers;
                for (int i = 0; i < object_count; i++)
                    for (unsigned long j = 0; j < objects[i].size / sizeof(u16); j++, rest /= 2)
                        ((u16 *)objects[i].start)[j] = rest % 2;
                if (!setjmp(failed))
                    call(found[0][a], found[1][b]);
            }
    for (u32 trace = 0; trace < TRACES; trace++)
        if (returns[trace])
            printf("returns %u\n", trace);
    for (int line = 0; line < LINES; line++)
        if (fails[line])
            printf("fails %d\n", line);
    return 0;
}
