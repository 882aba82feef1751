//@ cflags: -m32
//@ exit: 42
// 32-bit code with the heap, strings, structures by value and variadic functions.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char tag;
    long long value;
};

static struct pair make(char tag, long long value) { return (struct pair){tag, value}; }

static double total(int count, ...) {
    va_list list;
    va_start(list, count);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return sum;
}

int main(void) {
    struct pair pair = make('x', 1LL << 40);
    if (sizeof pair != 12 || pair.tag != 'x' || pair.value >> 38 != 4)
        return 1;
    char **words = malloc(3 * sizeof *words);
    if (!words)
        return 2;
    for (int i = 0; i < 3; i++) {
        words[i] = malloc(8);
        if (!words[i])
            return 3;
        strcpy(words[i], "word");
        words[i][3] = (char)('0' + i);
    }
    if (&words[2] - &words[0] != 2 || strcmp(words[1], "wor1") != 0)
        return 4;
    for (int i = 0; i < 3; i++)
        free(words[i]);
    free(words);
    return total(4, 1, 2.5, 3, 35.5) == 42.0 ? 42 : 5;
}
