// Direct, indirect, variadic, by-value and struct-returning calls; attributes; recursion; setjmp.
#include <stdarg.h>
#include <stdio.h>
#include <setjmp.h>
#include <stdlib.h>
#include <math.h>
struct big { long words[6]; };
struct pair { int a; double b; };
struct small { char a, b; };
struct big make(long x) { struct big b = { { x, x + 1, x * 2 } }; return b; }
long total(struct big b, struct small s, struct pair p) { return b.words[0] + s.a + (long)p.b; }
struct pair both(int a) { return (struct pair){ a, a * 0.5 }; }
int sum(int n, ...) {
    va_list list, again;
    va_start(list, n);
    va_copy(again, list);
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(list, int) + (int)va_arg(again, double);
    va_end(again);
    va_end(list);
    return s;
}
int apply(int (*f)(int, ...), int x) { return f(x, x, 2.0, 'c', "s", 3L); }
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
_Noreturn void die(const char *why) { fprintf(stderr, "%s\n", why); exit(3); }
static jmp_buf environment;
int jump(int x) { if (setjmp(environment)) return 1; if (x) longjmp(environment, 2); return 0; }
double maths(double x) { return sqrt(x) + pow(x, 2.5) + fabs(x) + floor(x) + sin(x); }
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int old_style(a, b) int a; char b; { return a + b; }
long use(void) { struct pair p = both(3); return total(make(4), (struct small){ 1, 2 }, p) + sum(2, 1, 2.0, 3, 4.0) + apply(sum, 0); }
int main(int argc, char **argv) { int v[] = { 3, 1, 2 }; qsort(v, 3, sizeof *v, compare); printf("%d %s %f\n", v[0], argv[0], maths(argc)); return fib(5); }
