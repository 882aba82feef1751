// How the native oracle reads generated programs: decisions are recorded, operations are checked before they are done,
// and the first that fails ends the run. `main` runs every program with all inputs there are, or, with an argument,
// with those on standard input (a program and its two bytes on each line), and says what happened.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u8;
typedef int i32;
typedef unsigned u32;
typedef unsigned long long u64;
typedef __UINTPTR_TYPE__ uptr;

enum { MOST_PROGRAMS = 128, MOST_SIDES = 256, MOST_FAILURES = 64, MOST_TRACES = 1 << 17, MOST_LINES = 1 << 16, ELEMENTS = 4 };

// By program: the sides taken, where a side is 2k or 2k + 1.
static u8 side_taken[MOST_PROGRAMS][MOST_SIDES];

// The program that came to each line that is marked, counted from one.
static int hit_by[MOST_LINES];

// The current run.
static int current;
static u8 inputs[2];
static int inputs_taken;
static u64 trace;
static jmp_buf ended;
static int code, failed_line;
static const char *failed_kind;

static void record(u64 event) {
    trace = (trace ^ event) * 0x9e3779b97f4a7c15u + (trace >> 29);
}

static int decide(unsigned k, int outcome) {
    unsigned side = 2 * k + (unsigned)outcome;
    if (side >= MOST_SIDES)
        exit(99);
    side_taken[current][side] = 1;
    record(1000 + side);
    return outcome;
}

static void hit(int line) {
    if (line >= MOST_LINES)
        exit(96);
    hit_by[line] = current + 1;
}

static void must(int holds, int line, const char *kind) {
    record(holds ? 1 : 2);
    if (holds)
        return;
    failed_line = line;
    failed_kind = kind;
    longjmp(ended, 1);
}

static _Noreturn void leave(int with) {
    code = with;
    longjmp(ended, 1);
}

static u32 divide(int line, u32 a, u32 b) {
    must(b != 0, line, "division-by-zero");
    return a / b;
}

static u32 within(int line, u32 i, const char *kind) {
    must(i < ELEMENTS, line, kind);
    return i;
}

// What a variable without a value holds. No program computes it.
enum { NO_VALUE = 0x5bd1e995 };

static u32 used(int line, u32 value) {
    must(value != NO_VALUE, line, "uninitialised-read");
    return value;
}

static void *there(int line, void *pointer) {
    must(pointer != 0, line, "null-dereference");
    return pointer;
}

// The library's decisions are known by what it finds: where, or that there is nothing before which end.
static u8 *find_byte(u8 *bytes, u32 byte) {
    u8 *found = memchr(bytes, (int)byte, ELEMENTS);
    record(found ? 500 + (u64)(found - bytes) : 510);
    return found;
}

static u8 *find_character(u8 *text, u32 byte) {
    u8 *found = (u8 *)strchr((char *)text, (int)byte);
    record(found ? 520 + (u64)(found - text) : 530 + strlen((char *)text));
    return found;
}

#define INPUT(x) ((x) = inputs[inputs_taken++])
#define DECIDE(k, condition) decide(k, (condition) ? 1 : 0)
#define HIT(statement) (hit(__LINE__), statement)
#define CHECK(condition) must(condition, __LINE__, "assertion-failure")
#define ABORT() must(0, __LINE__, "abort")
#define LEAVE(code) leave(code)
#define DIV(a, b) divide(__LINE__, a, b)
#define READ(a, i) (a)[within(__LINE__, i, "out-of-bounds-read")]
#define WRITE(a, i) (a)[within(__LINE__, i, "out-of-bounds-write")]
#define OUTPUT(o) u32 o = NO_VALUE
#define USE(o) used(__LINE__, o)
#define BYTE_AT(p) (*(u8 *)there(__LINE__, p))
#define FIND_BYTE(b, c) find_byte(b, c)
#define FIND_CHARACTER(s, c) find_character(s, c)
#define ENTRY(n)
#define PROGRAMS(...)                                    \
    static u32 (*const programs[])(void) = {__VA_ARGS__}; \
    int main(int argc, char **argv) { return oracle(argc, argv, programs, sizeof programs / sizeof *programs); }

static void run(u32 (*program)(void)) {
    trace = 0;
    inputs_taken = 0;
    failed_kind = 0;
    if (!setjmp(ended))
        code = (int)(program() & 63);
    if (failed_kind)
        record((u64)failed_line << 8 | (u8)failed_kind[0]);
}

// 1 if it wasn't there.
static int add_trace(u64 *traces) {
    u64 slot = trace % MOST_TRACES;
    while (traces[slot] && traces[slot] != trace)
        slot = (slot + 1) % MOST_TRACES;
    int is_new = !traces[slot];
    traces[slot] = trace;
    return is_new;
}

static void run_all(u32 (*program)(void)) {
    static u64 traces[MOST_TRACES];
    static struct {
        int line;
        const char *kind;
    } failures[MOST_FAILURES];
    int trace_count = 0, failure_count = 0;
    memset(traces, 0, sizeof traces);
    for (int i = 0; i < 1 << 16; i++) {
        inputs[0] = (u8)i;
        inputs[1] = (u8)(i >> 8);
        run(program);
        trace_count += add_trace(traces);
        int f = 0;
        while (f < failure_count && (failures[f].line != failed_line || failures[f].kind != failed_kind))
            f++;
        if (failed_kind && f == failure_count) {
            if (f == MOST_FAILURES)
                exit(98);
            failures[f].line = failed_line;
            failures[f].kind = failed_kind;
            failure_count++;
        }
    }
    printf("traces %d %d\n", current, trace_count);
    for (int f = 0; f < failure_count; f++)
        printf("fails %d %d %s\n", current, failures[f].line, failures[f].kind);
}

static void run_given(u32 (*const *programs)(void)) {
    unsigned x, y;
    while (scanf("%d %2x%2x", &current, &x, &y) == 3) {
        inputs[0] = (u8)x;
        inputs[1] = (u8)y;
        run(programs[current]);
        if (failed_kind)
            printf("test %llx %d %s\n", trace, failed_line, failed_kind);
        else
            printf("test %llx exit %d\n", trace, code);
    }
}

static int oracle(int argc, char **argv, u32 (*const *programs)(void), int count) {
    (void)argv;
    if (count > MOST_PROGRAMS)
        return 97;
    if (argc > 1)
        run_given(programs);
    for (current = 0; argc == 1 && current < count; current++)
        run_all(programs[current]);
    for (int p = 0; p < count; p++) {
        for (int side = 0; side < MOST_SIDES; side++) {
            if (side_taken[p][side])
                printf("side %d %d\n", p, side);
        }
    }
    for (int line = 0; line < MOST_LINES; line++) {
        if (hit_by[line])
            printf("hit %d %d\n", hit_by[line] - 1, line);
    }
    return 0;
}
