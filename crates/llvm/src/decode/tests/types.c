// Debug information: typedefs, enums, unions, bit-fields, arrays, function pointers, forward declarations.
typedef enum { RED, GREEN = 5, BLUE = -1 } color;
enum large { HUGE = 0x7fffffffffffffffll, TINY = -1 };
typedef int (*handler)(const char *, ...);
struct opaque;
union number { int i; double d; struct { short lo, hi; } parts; };
struct everything {
    color c; enum large l; handler h; struct opaque *o; union number n;
    int grid[2][3][4]; unsigned small : 2, rest : 14; const volatile char *text; struct everything *self; _Bool b; int flexible[];
};
static struct everything *last;
int visit(struct everything *e, color c, handler h, int grid[][3], struct opaque *o) {
    int local = c;
    for (int i = 0; i < 3; i++) { int inner = grid[0][i]; local += inner; }
    { const double local = 2; e->n.d = local; }
    last = e;
    return h("x", local) + e->small;
}
static inline int helper(int x) { int y = x * 2; return y + 1; }
int inlined(int a) { return helper(a) + helper(a + 1); }
int unused(int a, int b) { (void)b; return 0; }
