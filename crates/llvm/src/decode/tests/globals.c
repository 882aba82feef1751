// Initialisers, strings, constant expressions, aliases, linkage, thread locals, sections, inline assembly.
#include <stddef.h>
struct point { int x, y; };
struct shape { const char *name; struct point *corner; double weight; int (*area)(const struct shape *); };
static int square(const struct shape *s) { return s->corner->x * s->corner->y; }
struct point points[3] = { { 1, 2 }, { 3, 4 }, { -5, 6 } };
struct shape shapes[] = { { "first", &points[1], 2.5, square }, { "second", points + 2, -0.0, square }, { 0 } };
char text[] = "hello";
char padded[16] = "ab";
const char *const message = "world" + 2;
int *inside = &points[2].y;
ptrdiff_t offset = (ptrdiff_t)&((struct shape *)0)->weight;
unsigned long address = (unsigned long)&points[1] + 4;
float floats[4] = { 1.0f, 2.5f, -3.0f, 1e30f };
long double pi = 3.14159265358979323846L;
unsigned short shorts[5] = { 1, 2, 65535 };
unsigned long long numbers[3] = { ~0ull, 1ull << 63, 7 };
union { int i; float f; char c[8]; } either = { .f = 1.5f };
static int hidden = 3;
extern int elsewhere;
int tentative;
_Thread_local int per_thread = 4;
__attribute__((section("special"))) int placed = 5;
__attribute__((weak)) int weak_one(void) { return hidden++; }
int weak_two(void) __attribute__((weak, alias("strong_two")));
int strong_two(void) { return elsewhere + per_thread + tentative; }
int *pick(int n) { static int counter; return n ? &counter : &hidden; }
void barrier(int *p) { __asm__ volatile("" : "+r"(*p) : : "memory"); }
int asm_add(int a, int b) { __asm__("addl %1, %0" : "+r"(a) : "r"(b)); return a; }
int wide(void) { return L"wide"[1] + u"x"[0] + sizeof(text); }
__asm__(".globl from_assembly\nfrom_assembly:");
