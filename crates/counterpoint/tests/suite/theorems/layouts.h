// Programs that compute with addresses. Counterpoint explores them; natively they run in several layouts of memory, with
// every input, and say which lines fail in any of them.
typedef __UINTPTR_TYPE__ uptr;
typedef unsigned char u8;

#ifdef LAYOUT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static u8 failed[1 << 16];
#define FAIL() return (void)(failed[__LINE__] = 1)

// The first layout is the C library's.
#if LAYOUT == 0
#define TAKE(size) malloc(size)
#define GIVE(block) free(block)
#else
// The second one has blocks side by side, and uses the place of the last freed block again; the third one has them far
// apart, downwards, and uses none again.
static _Alignas(4096) u8 arena[1 << 22];
static unsigned long used;
static void *last_freed;

static void *take(unsigned long size) {
    void *again = last_freed;
    last_freed = NULL;
    used += LAYOUT == 1 ? size : 3 * 16 + size;
    if (LAYOUT == 1)
        return again ? again : arena + used - size;
    return arena + sizeof arena - 16 - used;
}

static void give(void *block) {
    last_freed = block;
}
#define TAKE(size) take(size)
#define GIVE(block) give(block)
#endif

#define PROGRAM(n) static void p##n##_program(u8 x)
#define RUN(n) \
    for (int x = 0; x < 256; x++) { \
        RESET(); \
        p##n##_program((u8)x); \
    }
#if LAYOUT == 0
#define RESET() (void)0
#else
#define RESET() (used = 0, last_freed = NULL)
#endif
#define PROGRAMS(runs) \
    int main(void) { \
        runs for (int line = 0; line < (int)sizeof failed; line++) if (failed[line]) printf("%d\n", line); \
        return 0; \
    }

#else

void __cp_make_symbolic(void *bytes, unsigned long size, const char *name);
_Noreturn void __cp_exit(int code);
_Noreturn void __cp_abort(void);
void *__cp_malloc(unsigned long size, unsigned long align);
void __cp_free(void *block);
int memcmp(const void *a, const void *b, unsigned long size);

#define FAIL() __cp_abort()
#define TAKE(size) __cp_malloc(size, 16)
#define GIVE(block) __cp_free(block)
#define PROGRAM(n) \
    static void p##n##_program(u8 x); \
    void p##n##_entry(void) { \
        u8 x; \
        __cp_make_symbolic(&x, 1, "x"); \
        p##n##_program(x); \
        __cp_exit(0); \
    } \
    static void p##n##_program(u8 x)
#define RUN(n)
#define PROGRAMS(runs)
#endif

union number { long *pointer; uptr number; };

static inline unsigned sum_of_bytes(const void *object, unsigned long size) {
    const u8 *bytes = object;
    unsigned sum = 0;
    while (size--)
        sum = sum * 31 + *bytes++;
    return sum;
}

// A byte of a pointer, by way of memory.
static inline unsigned copied_byte(const void *object, unsigned at) {
    static u8 kept;
    u8 copied;
    __builtin_memcpy(&copied, (const u8 *)object + at, 1);
    kept = copied;
    return kept;
}

struct packed {
    u8 before;
    long *pointer;
} __attribute__((packed));

static inline unsigned long misaligned_word(long *pointer) {
    struct packed packed = {1, pointer};
    unsigned long word;
    __builtin_memcpy(&word, &packed, sizeof word);
    return word;
}

static inline long *from_packed(long *pointer) {
    struct packed packed = {1, pointer};
    return packed.pointer;
}

static inline long *in_two_pieces(long *pointer) {
    u8 low[5], high[3];
    long *again;
    __builtin_memcpy(low, &pointer, 5);
    __builtin_memcpy(high, (u8 *)&pointer + 5, 3);
    __builtin_memcpy(&again, low, 5);
    __builtin_memcpy((u8 *)&again + 5, high, 3);
    return again;
}

static __attribute__((noinline)) uptr here(void) {
    long local;
    return (uptr)&local;
}

static __attribute__((noinline)) uptr there(int n, ...) {
    long locals[8];
    return (uptr)&locals[n];
}

static inline void swap_bytes(void *a, void *b, unsigned long size) {
    u8 *p = a, *q = b;
    while (size--) {
        u8 saved = *p;
        *p++ = *q;
        *q++ = saved;
    }
}
