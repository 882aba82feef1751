//@ stdin-file: sample.txt
// calc: evaluates one expression a line, with variables and functions; an error points at its place.
//
//     x = 2 * (3 + 4)
//     sqrt(x + 2) ^ 2
//
// Grammar, loosest first: assignment, + -, * / %, unary -, ^ (to the right), call, number, name.
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 16, MAX_VARIABLES = 32, MAX_DEPTH = 100 };

struct variable {
    char name[NAME_SIZE];
    double value;
};

struct variables {
    struct variable list[MAX_VARIABLES];
    int count;
};

struct calc {
    const char *line, *at;
    const char *error, *error_at;
    struct variables *variables;
    int depth;
};

static double sum(struct calc *calc);

static double fail(struct calc *calc, const char *at, const char *error) {
    if (!calc->error) {
        calc->error = error;
        calc->error_at = at;
    }
    return 0;
}

static char peek(struct calc *calc) {
    while (*calc->at == ' ' || *calc->at == '\t')
        calc->at++;
    return *calc->at;
}

static bool accept(struct calc *calc, char wanted) {
    if (peek(calc) != wanted)
        return false;
    calc->at++;
    return true;
}

static double *find(struct variables *variables, const char *name) {
    for (int i = 0; i < variables->count; i++)
        if (strcmp(variables->list[i].name, name) == 0)
            return &variables->list[i].value;
    return NULL;
}

static double *find_or_add(struct variables *variables, const char *name) {
    double *found = find(variables, name);
    if (found || variables->count == MAX_VARIABLES)
        return found;
    struct variable *added = &variables->list[variables->count++];
    strcpy(added->name, name);
    return &added->value;
}

// Reads a name into `name`, which has room for NAME_SIZE bytes.
static bool read_name(struct calc *calc, char *name) {
    const char *start = calc->at;
    while (isalnum((unsigned char)*calc->at) || *calc->at == '_')
        calc->at++;
    size_t length = (size_t)(calc->at - start);
    if (length >= NAME_SIZE) {
        fail(calc, start, "the name is too long");
        return false;
    }
    memcpy(name, start, length);
    name[length] = 0;
    return true;
}

static double factorial(double n) {
    double product = 1;
    for (double i = 2; i <= n && i <= 170; i++)
        product *= i;
    return product;
}

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

static const struct function {
    const char *name;
    int arity;
    double (*unary)(double);
    double (*binary)(double, double);
} functions[] = {
    {"sqrt", 1, sqrt, NULL},       {"abs", 1, fabs, NULL},    {"floor", 1, floor, NULL}, {"ceil", 1, ceil, NULL},
    {"fact", 1, factorial, NULL},  {"min", 2, NULL, smaller}, {"max", 2, NULL, larger},
};

static double call(struct calc *calc, const char *name, const char *at) {
    double arguments[2] = {0, 0};
    int count = 0;
    if (!accept(calc, ')')) {
        do {
            double argument = sum(calc);
            if (count < 2)
                arguments[count] = argument;
            count++;
        } while (!calc->error && accept(calc, ','));
        if (!accept(calc, ')'))
            return fail(calc, calc->at, "a closing parenthesis is missing");
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const struct function *function = &functions[i];
        if (strcmp(function->name, name) != 0)
            continue;
        if (function->arity != count)
            return fail(calc, at, "the number of arguments is wrong");
        return function->unary ? function->unary(arguments[0]) : function->binary(arguments[0], arguments[1]);
    }
    return fail(calc, at, "no such function");
}

static double name(struct calc *calc) {
    const char *start = calc->at;
    char name[NAME_SIZE];
    if (!read_name(calc, name))
        return 0;
    if (accept(calc, '('))
        return call(calc, name, start);
    double *value = find(calc->variables, name);
    return value ? *value : fail(calc, start, "no such variable");
}

static double primary(struct calc *calc) {
    char c = peek(calc);
    if (accept(calc, '(')) {
        double value = sum(calc);
        if (!accept(calc, ')'))
            return fail(calc, calc->at, "a closing parenthesis is missing");
        return value;
    }
    if (isdigit((unsigned char)c) || c == '.') {
        char *end;
        double value = strtod(calc->at, &end);
        if (end == calc->at)
            return fail(calc, calc->at, "this is no number");
        calc->at = end;
        return value;
    }
    if (isalpha((unsigned char)c))
        return name(calc);
    return fail(calc, calc->at, c ? "an operand was expected here" : "the expression ends too early");
}

static double unary(struct calc *calc) {
    if (++calc->depth > MAX_DEPTH)
        return fail(calc, calc->at, "the expression is nested too deeply");
    double value;
    if (accept(calc, '-')) {
        value = -unary(calc);
    } else {
        value = primary(calc);
        if (accept(calc, '^'))
            value = pow(value, unary(calc));
    }
    calc->depth--;
    return value;
}

static double product(struct calc *calc) {
    double value = unary(calc);
    while (!calc->error) {
        const char *at = calc->at;
        if (accept(calc, '*')) {
            value *= unary(calc);
        } else if (accept(calc, '/') || accept(calc, '%')) {
            char operator = calc->at[-1];
            double divisor = unary(calc);
            if (divisor == 0)
                return fail(calc, at, "division by zero");
            value = operator == '/' ? value / divisor : fmod(value, divisor);
        } else {
            break;
        }
    }
    return value;
}

static double sum(struct calc *calc) {
    double value = product(calc);
    while (!calc->error) {
        if (accept(calc, '+'))
            value += product(calc);
        else if (accept(calc, '-'))
            value -= product(calc);
        else
            break;
    }
    return value;
}

// A line is `name = expression` or just an expression; looking ahead for the `=` decides.
static double statement(struct calc *calc) {
    const char *start = calc->at;
    if (isalpha((unsigned char)peek(calc))) {
        char target[NAME_SIZE];
        if (read_name(calc, target) && accept(calc, '=')) {
            double value = sum(calc);
            if (calc->error)
                return 0;
            double *variable = find_or_add(calc->variables, target);
            return variable ? (*variable = value) : fail(calc, start, "there are too many variables");
        }
    }
    calc->at = start;
    return sum(calc);
}

static bool evaluate(struct variables *variables, const char *line) {
    struct calc calc = {.line = line, .at = line, .variables = variables};
    double value = statement(&calc);
    if (!calc.error && peek(&calc))
        fail(&calc, calc.at, "an operator was expected here");
    if (calc.error)
        printf("%s\n%*s^ %s\n", line, (int)(calc.error_at - line), "", calc.error);
    else
        printf("%s -> %.10g\n", line, value);
    return !calc.error;
}

int main(void) {
    struct variables variables = {.list = {{"pi", 3.14159265358979}}, .count = 1};
    char line[256];
    int errors = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[0] != '#')
            errors += !evaluate(&variables, line);
    }
    printf("%d error%s\n", errors, errors == 1 ? "" : "s");
    return 0;
}
