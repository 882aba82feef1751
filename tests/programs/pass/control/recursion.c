// Direct, mutual and doubly nested recursion.
#include <stdbool.h>
#include <stdio.h>

static bool is_odd(unsigned n);
static bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
static bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static int moves;

static void hanoi(int n, char from, char to, char via) {
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    moves++;
    if (n == 5)
        printf("%c->%c\n", from, to);
    hanoi(n - 1, via, to, from);
}

int main(void) {
    printf("%d %d\n", is_even(100), is_odd(57));
    printf("%u\n", ackermann(2, 9));
    hanoi(5, 'A', 'C', 'B');
    printf("%d\n", moves);
    return 0;
}
