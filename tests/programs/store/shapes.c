/* The store's test edits this program in many ways, and compares what is reused with a cold run. */
#include "shapes.h"
#include <stdlib.h>
#include <string.h>

static int count = 3;
static const char *names[] = {"red", "green", "blue"};

/* Into 0 to LIMIT. */
int clamp(int value)
{
    if (value < 0)
        return 0;
    if (value > LIMIT)
        return LIMIT;
    return value;
}

int sum(struct point p)
{
    int a = clamp(p.x);
    if (p.y > 100)
        return -1;
    return a + clamp(p.y);
}

int divide(int a, int b)
{
    if (a == 7)
        return a / b;
    return 0;
}

int first(const int *numbers, int wanted)
{
    if (!numbers)
        return -1;
    return numbers[0] == wanted;
}

int tick(void)
{
    if (count > 5) {
        count = 0;
        return 1;
    }
    count++;
    return 0;
}

const char *name_of(enum colour c)
{
    if (c == RED)
        return names[0];
    return "none";
}

int is_red(const char *s)
{
    return strcmp(s, "red") == 0;
}

int apply(int (*f)(int), int x)
{
    if (x < 3)
        return f(x);
    return x;
}

static int twice(int n)
{
    return SCALE(n);
}

int use(int n)
{
    if (n < 0 || n > 50)
        return 0;
    return apply(twice, n) + half(n);
}

int made(unsigned char n)
{
    char *block = malloc(n + 1u);
    if (!block)
        return -1;
    block[0] = 1;
    free(block);
    return 0;
}

static int odd(unsigned n);
static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}

int parity(unsigned n)
{
    return even(n & 3);
}
