// How the native oracle reads generated programs: every decision is recorded, every operation is checked before it
// is done, and the first that fails ends the run. `main` is given two numbers, runs one program after the other with all
// inputs there are until one has at least so many paths and at most so many, and says what happened in that one. Given
// one number, it runs that program with the inputs on standard input (a line each, in hexadecimal).
#pragma once
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types.h"

enum { MOST_SIDES = 512, MOST_LINES = 4096, MOST_TRACES = 1 << 17, LONGEST_LINE = 256 };

// A side of a decision is 2k or 2k + 1.
static u8 side_taken[MOST_SIDES];
// By line: the kinds of failures.
static const char *failures[MOST_LINES][8];
static u64 traces[MOST_TRACES];
// How many there are, and how many of them don't fail.
static unsigned trace_count, exit_count;

// The current run: its decisions, where it failed, and the inputs that it hasn't taken yet.
static u64 trace;
static jmp_buf ended;
static int failed_line;
static const char *failed_kind;
static u64 choice, choices;
static const char *given;

static void record(u64 event) { trace = (trace ^ event) * 0x9e3779b97f4a7c15u + (trace >> 29); }

static int decide(unsigned k, int outcome) {
    unsigned side = 2 * k + !!outcome;
    if (side >= MOST_SIDES)
        exit(99);
    side_taken[side] = 1;
    record(1000 + side);
    return outcome;
}

static void must(int holds, int line, const char *kind) {
    record(holds ? 1 : 2);
    if (holds)
        return;
    int i = 0;
    while (failures[line][i] && strcmp(failures[line][i], kind))
        i++;
    failures[line][i] = kind;
    failed_line = line;
    failed_kind = kind;
    longjmp(ended, 1);
}

// Each function of a table is a path of its own, from the call on: the argument comes before.
static i32 call(i32 (*const *table)(i32), i64 i, i32 x) {
    record((u64)i);
    return table[i](x);
}

static void input(void *bytes, size_t size, i64 low, u64 count) {
    if (given) {
        for (size_t i = 0; i < size; i++, given += 2) {
            unsigned byte;
            if (sscanf(given, "%2x", &byte) != 1)
                exit(98);
            ((u8 *)bytes)[i] = (u8)byte;
        }
        return;
    }
    u64 value = (u64)low + choice % count;
    choice /= count;
    choices *= count;
    memcpy(bytes, &value, size);
}

#define INPUT(x) input(&(x), sizeof(x), 0, 1ull << 8 * sizeof(x))
#define INPUT_RANGE(x, low, high) input(&(x), sizeof(x), low, (high) - (low))

#define DECIDE(k, condition) decide(k, (condition) ? 1 : 0)
#define CASE(k) ((void)decide(k, 1))
#define CALL(table, i, x) call(table, i, x)
#define CHECK(condition) must(condition, __LINE__, "assertion-failure")
#define ABORT() must(0, __LINE__, "abort")

#define ARITHMETIC(T, is_signed, smallest, width)                                                    \
    static T add_##T(int line, T a, T b) {                                                          \
        T result;                                                                                   \
        must(!__builtin_add_overflow(a, b, &result) || !is_signed, line, "signed-overflow");        \
        return result;                                                                              \
    }                                                                                               \
    static T sub_##T(int line, T a, T b) {                                                          \
        T result;                                                                                   \
        must(!__builtin_sub_overflow(a, b, &result) || !is_signed, line, "signed-overflow");        \
        return result;                                                                              \
    }                                                                                               \
    static T mul_##T(int line, T a, T b) {                                                          \
        T result;                                                                                   \
        must(!__builtin_mul_overflow(a, b, &result) || !is_signed, line, "signed-overflow");        \
        return result;                                                                              \
    }                                                                                               \
    static void may_divide_##T(int line, T a, T b) {                                                \
        must(b != 0, line, "division-by-zero");                                                     \
        must(!is_signed || a != smallest || b != (T)-1, line, "signed-overflow");                   \
    }                                                                                               \
    static T div_##T(int line, T a, T b) {                                                          \
        may_divide_##T(line, a, b);                                                                 \
        return a / b;                                                                               \
    }                                                                                               \
    static T rem_##T(int line, T a, T b) {                                                          \
        may_divide_##T(line, a, b);                                                                 \
        return a % b;                                                                               \
    }                                                                                               \
    static T shl_##T(int line, T a, i32 b) {                                                        \
        must(b >= 0 && b < width, line, "bad-shift");                                               \
        /* The sign bit is lost, too. */                                                            \
        if (is_signed)                                                                              \
            must(a >= 0 && (a >> (width - 1 - b)) == 0, line, "shift-overflow");                    \
        return (T)((u64)a << b);                                                                    \
    }                                                                                               \
    static T shr_##T(int line, T a, i32 b) {                                                        \
        must(b >= 0 && b < width, line, "bad-shift");                                               \
        return a >> b;                                                                              \
    }

ARITHMETIC(i32, 1, INT32_MIN, 32)
ARITHMETIC(u32, 0, 0, 32)
ARITHMETIC(i64, 1, INT64_MIN, 64)
ARITHMETIC(u64, 0, 0, 64)

#define ADD(T, a, b) add_##T(__LINE__, a, b)
#define SUB(T, a, b) sub_##T(__LINE__, a, b)
#define MUL(T, a, b) mul_##T(__LINE__, a, b)
#define DIV(T, a, b) div_##T(__LINE__, a, b)
#define REM(T, a, b) rem_##T(__LINE__, a, b)
#define SHL(T, a, b) shl_##T(__LINE__, a, b)
#define SHR(T, a, b) shr_##T(__LINE__, a, b)
#define NEG(T, a) sub_##T(__LINE__, 0, a)
#define ADD_TO(T, x, e) ((x) = add_##T(__LINE__, x, e))
#define SUB_FROM(T, x, e) ((x) = sub_##T(__LINE__, x, e))
#define INCREMENT(T, x) ((x) = add_##T(__LINE__, x, 1))

static i64 within(int line, i64 i, i64 n, const char *kind) {
    must(i >= 0 && i < n, line, kind);
    return i;
}

#define READ(a, i, n) (a)[within(__LINE__, i, n, "out-of-bounds-read")]
#define WRITE(a, i, n) (a)[within(__LINE__, i, n, "out-of-bounds-write")]
#define INNER(a, i, n) (a)[within(__LINE__, i, n, "index-out-of-bounds")]

static i32 word(int line, const u8 *bytes, i64 i) {
    i32 result;
    must(i % 4 == 0, line, "misaligned-access");
    memcpy(&result, bytes + i, sizeof result);
    return result;
}

#define WORD(a, i) word(__LINE__, a, i)

// A pointer knows the ends of what it was aimed at.
#define POINTER(T, p) T *p = 0, *p##_low = 0, *p##_high = 0
#define AIM(p, target, base, n) ((p) = (target), p##_low = (base), p##_high = (base) + (n))
#define PARAMETER(T, p) T *p, T *p##_low, T *p##_high
#define PASS(p) p, p##_low, p##_high
#define PASS_ARRAY(a, n) a, a, (a) + (n)

static i64 through(int line, const void *p, i64 before, i64 after, i64 i, const char *kind) {
    must(p != 0, line, "null-dereference");
    must(i >= -before && i < after, line, kind);
    return i;
}

#define THROUGH(p, i, kind) (p)[through(__LINE__, p, p - p##_low, p##_high - p, i, kind)]
#define LOAD(p, i) THROUGH(p, i, "out-of-bounds-read")
#define STORE(p, i) THROUGH(p, i, "out-of-bounds-write")

// Sizes of blocks are explored one by one, so they are part of a trace.
#define BLOCK(T, p, n)                                  \
    do {                                                \
        size_t p##_size = (size_t)(n);                  \
        record(p##_size);                               \
        p##_low = p = calloc(p##_size, sizeof(T));      \
        p##_high = p + p##_size;                        \
    } while (0)
#define RELEASE(p) free(p)

// A variable that knows whether it has a value.
#define UNSET(T, x) \
    T x = 0;        \
    int x##_is_set = 0
#define SET(x, e) ((x) = (e), x##_is_set = 1)
#define USE(x) (must(x##_is_set, __LINE__, "uninitialised-read"), x)

static int run_once(u32 (*program)(void)) {
    volatile int code = -1;
    // Small numbers must change it: after a zero, zero would be nothing.
    trace = 0x243f6a8885a308d3u;
    choices = 1;
    if (!setjmp(ended))
        code = (int)program();
    if (code < 0)
        record((u64)failed_line << 8 | (u8)failed_kind[0]);
    return code;
}

static void keep_trace(int code) {
    u64 slot = trace % MOST_TRACES;
    while (traces[slot] && traces[slot] != trace)
        slot = (slot + 1) % MOST_TRACES;
    if (traces[slot])
        return;
    traces[slot] = trace;
    exit_count += code >= 0;
    if (++trace_count > MOST_TRACES / 2)
        exit(97);
}

// Ends early if there are more traces than that.
static void run_all(u32 (*program)(void), unsigned most) {
    memset(side_taken, 0, sizeof side_taken);
    memset(failures, 0, sizeof failures);
    memset(traces, 0, sizeof traces);
    trace_count = exit_count = 0;
    choices = 1;
    for (u64 i = 0; i < choices && trace_count <= most; i++) {
        choice = i;
        keep_trace(run_once(program));
    }
}

static void tell_all(void) {
    printf("traces %u\nexits %u\n", trace_count, exit_count);
    for (int line = 0; line < MOST_LINES; line++) {
        for (int i = 0; failures[line][i]; i++)
            printf("fails %d %s\n", line, failures[line][i]);
    }
}

static void run_given(u32 (*program)(void)) {
    static char line[LONGEST_LINE];
    while (fgets(line, sizeof line, stdin)) {
        given = line;
        int code = run_once(program);
        if (code < 0)
            printf("test %llx %s\n", (unsigned long long)trace, failed_kind);
        else
            printf("test %llx exit %d\n", (unsigned long long)trace, code);
    }
}

static void tell_sides(void) {
    for (int side = 0; side < MOST_SIDES; side++) {
        if (side_taken[side])
            printf("side %d\n", side);
    }
}

static int oracle(int argc, char **argv, u32 (*const *programs)(void), int count) {
    if (argc == 2) {
        run_given(programs[atoi(argv[1])]);
        tell_sides();
        return 0;
    }
    unsigned least = (unsigned)atoi(argv[1]), most = (unsigned)atoi(argv[2]);
    for (int p = 0; p < count; p++) {
        run_all(programs[p], most);
        if (trace_count < least || trace_count > most)
            continue;
        printf("program %d\n", p);
        tell_all();
        tell_sides();
        break;
    }
    return 0;
}

#define MAIN(program)
#define PROGRAMS(...)                                     \
    static u32 (*const programs[])(void) = {__VA_ARGS__}; \
    int main(int argc, char **argv) { return oracle(argc, argv, programs, sizeof programs / sizeof *programs); }
