/* The native oracle of a generated program on callbacks: it is called with all that its pointers may be, and with all that
   functions which the program doesn't know may return and write, call by call. It prints what may be returned, and the
   lines where something goes through a null pointer. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef u8 unary(u8);
typedef u8 visitor(u16 *);

struct hooks {
    unary *get;
    visitor *visit;
};

/* The calls of unknown functions that matter. */
#define CALLS 4
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
#define CALL(function, argument) ((function) ? (function) : (__typeof__(function))fail(__LINE__))(argument)

/* What is still to be returned and written. */
static u32 answers, values;
static int calls;

static u32 answer(u32 choices) {
    u32 chosen = answers % choices;
    answers /= choices;
    return chosen;
}

static u8 unknown(void) {
    if (++calls > CALLS)
        abort();
    return answer(values);
}
static u8 unknown_0(u8 x) { return unknown(); }
static u8 unknown_1(u8 x) { return unknown(); }
static u8 unknown_2(u8 x) { return unknown(); }

/* It writes, or does not. */
static u8 visits(u16 *cell) {
    u8 result = unknown();
    u32 written = answer(values + 1);
    if (cell && written < values)
        *cell = written;
    return result;
}
static u8 visits_0(u16 *cell) { return visits(cell); }
static u8 visits_1(u16 *cell) { return visits(cell); }

static u8 twice(u8 x);
static u8 flip(u8 x);
static u8 bump(u16 *cell);
static unary *const all_unary[] = {NULL, twice, flip, unknown_0, unknown_1, unknown_2};
static visitor *const all_visitors[] = {NULL, bump, visits_0, visits_1};

static void note(u32 trace) {
    if (trace >= TRACES)
        abort();
    returns[trace] = 1;
}

/* `limit`: how many sequences of answers there are. */
static int all_callbacks(u32 count, u32 limit, void (*call)(unary *, unary *, visitor *, struct hooks *, u8)) {
    values = count;
    static struct hooks hooks;
    for (volatile u32 which = 0; which < 6 * 6 * 4 * 6 * 5; which++)
        for (volatile u32 x = 0; x < count; x++)
            for (volatile u32 number = 0; number < limit; number++) {
                u32 rest = which;
                unary *p = all_unary[rest % 6], *q = all_unary[(rest /= 6) % 6];
                visitor *w = all_visitors[(rest /= 6) % 4];
                hooks.get = all_unary[(rest /= 4) % 6];
                /* 0: there are none. */
                u32 visit = (rest /= 6) % 5;
                hooks.visit = visit ? all_visitors[visit - 1] : NULL;
                answers = number, calls = 0;
                if (!setjmp(failed))
                    call(p, q, w, visit ? &hooks : NULL, x);
            }
    for (u32 trace = 0; trace < TRACES; trace++)
        if (returns[trace])
            printf("returns %u\n", trace);
    for (int line = 0; line < LINES; line++)
        if (fails[line])
            printf("fails %d\n", line);
    return 0;
}
