// A recursive-descent parser and evaluator of sums, products, negations and parentheses over single digits.
#include "counterpoint.h"

#define LENGTH 6

static const char *at;
static int failed;

static int sum(void);

static int factor(void) {
    if (*at >= '0' && *at <= '9')
        return *at++ - '0';
    if (*at == '-') {
        at++;
        return -factor();
    }
    if (*at == '(') {
        at++;
        int value = sum();
        if (*at == ')')
            at++;
        else
            failed = 1;
        return value;
    }
    failed = 1;
    return 0;
}

static int product(void) {
    int value = factor();
    while (!failed && (*at == '*' || *at == '/')) {
        char operation = *at++;
        int other = factor();
        if (operation == '*')
            value *= other;
        else if (other != 0)
            value /= other;
        else
            failed = 1;
    }
    return value;
}

static int sum(void) {
    int value = product();
    while (!failed && (*at == '+' || *at == '-')) {
        char operation = *at++;
        int other = product();
        value = operation == '+' ? value + other : value - other;
    }
    return value;
}

int main(void) {
    char text[LENGTH + 1];
    cp_symbolic(text, LENGTH, "text");
    text[LENGTH] = '\0';
    at = text;
    int value = sum();
    if (failed || *at != '\0')
        return 1;
    return value == 42 ? 42 : 0;
}
