// Vector types, shuffles, and loops that -O2 vectorises.
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
v4 add(v4 a, v4 b) { return a * b + (v4){ 1, 2, 3, 4 }; }
v4 reverse(v4 a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0); }
v4 partial(v4 a, v4 b) { return __builtin_shufflevector(a, b, 0, -1, 5, 6); }
v4 less(v4 a, v4 b) { return a < b; }
f4 scale(f4 a, float x) { return a * x; }
int element(v4 a, int i) { a[i] = 7; return a[i & 3]; }
b16 bytes(b16 a) { return a ^ 0x55; }
int dot(const int *restrict a, const int *restrict b, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
void saxpy(float *restrict y, const float *restrict x, float a, int n) { for (int i = 0; i < n; i++) y[i] += a * x[i]; }
unsigned largest(const unsigned *a, int n) { unsigned m = 0; for (int i = 0; i < n; i++) if (a[i] > m) m = a[i]; return m; }
void clear(short *p) { for (int i = 0; i < 64; i++) p[i] = p[i] > 3 ? 1 : 0; }
