// Function pointers in a table, as return values and compared with each other.
#include <stdio.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static const struct {
    char symbol;
    operation apply;
} table[] = {{'+', add}, {'-', subtract}, {'*', multiply}};

static operation find(char symbol) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].symbol == symbol)
            return table[i].apply;
    return NULL;
}

int main(void) {
    const char *program = "+*-?";
    int value = 7;
    for (; *program; program++) {
        operation apply = find(*program);
        if (apply)
            value = apply(value, 5);
        else
            puts("unknown");
    }
    printf("%d %d %d\n", value, find('+') == add, find('-') == add);
    return 0;
}
