/* The native oracle of a generated program: it is called with arrays of all lengths up to LONGEST, or NULL, and prints for
   everything that it may return, and every line where it leaves the array, the shortest array that it takes. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char u8;
typedef unsigned int u32;
typedef __SIZE_TYPE__ size;

#define LONGEST 6
#define TRACES (1 << 24)
#define LINES 4096

static jmp_buf failed;
/* The length, and one more. */
static u8 fails[LINES], returns[TRACES];
/* How many elements there are, and of a string its final zero; none are there if it is NULL. */
static long long count;

static long long fail(int line, int length) {
    if (!fails[line])
        fails[line] = length + 1;
    longjmp(failed, 1);
}

#define DECIDE(condition) ((condition) ? (trace = 2 * trace + 1, 1) : (trace = 2 * trace, 0))
#define INSIDE(index) ((index) >= 0 && (__int128)(index) < count ? (long long)(index) : fail(__LINE__, length))
#define AT(index) a[INSIDE(index)]
#define GET(pointer) (*(INSIDE((pointer) - a), (pointer)))

static int length;

static void note(u32 trace) {
    if (trace >= TRACES)
        abort();
    if (!returns[trace])
        returns[trace] = length + 1;
}

static const long long numbers[] = {-100, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 100};
#define NUMBERS (sizeof numbers / sizeof *numbers)

/* Each array is tried with all numbers; `call` makes it of these values. */
static int all_arrays(int values, int is_text, void (*call)(const u8 *, long long, long long, u8)) {
    u8 contents[LONGEST + 1];
    for (length = 0; length <= LONGEST; length++) {
        int is_null = length == 0 && !is_text, all = 1;
        for (int i = 0; i < length; i++)
            all *= values;
        for (int which = 0; which < all; which++) {
            int rest = which;
            for (int i = 0; i < length; i++, rest /= values)
                contents[i] = rest % values + is_text;
            contents[length] = 0;
            count = length + is_text;
            for (size i = 0; i < NUMBERS; i++)
                for (size n = 0; n < NUMBERS; n++)
                    for (u8 x = 0; x < values; x++)
                        if (!setjmp(failed))
                            call(is_null ? NULL : contents, numbers[i], numbers[n], x + is_text);
        }
    }
    for (u32 trace = 0; trace < TRACES; trace++)
        if (returns[trace])
            printf("returns %u %d\n", trace, returns[trace] - 1);
    for (int line = 0; line < LINES; line++)
        if (fails[line])
            printf("fails %d %d\n", line, fails[line] - 1);
    return 0;
}
