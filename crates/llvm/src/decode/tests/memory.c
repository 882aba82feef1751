// Allocas, loads, stores, address arithmetic, memory intrinsics, variable-length arrays.
#define N 10
struct node { int value; struct node *next; char name[16]; };
struct matrix { double cell[4][5]; };
struct bits { unsigned a : 3; int b : 7; unsigned long long c : 40; };
int length(struct node *n) { int i = 0; for (; n; n = n->next) i++; return i; }
double trace(struct matrix *m) { double s = 0; for (int i = 0; i < 4; i++) s += m->cell[i][i]; return s; }
struct matrix copy(struct matrix m) { m.cell[1][2] = 3; return m; }
int vla(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; return a[n - 1] + a[0]; }
struct bits set(struct bits b, int x) { b.a = x; b.b = -x; b.c += x; return b; }
void fill(char *p, unsigned long n) { __builtin_memset(p, 'x', n); __builtin_memcpy(p, p + n, 7); __builtin_memmove(p, p + 1, n); }
volatile int flag;
int poll(void) { while (!flag) flag--; return flag; }
long difference(int *a, int *b) { return a - b; }
int table[N][N];
int *row(int i) { return &table[i][N / 2]; }
void swap(int *restrict a, int *restrict b) { int t = *a; *a = *b; *b = t; }
