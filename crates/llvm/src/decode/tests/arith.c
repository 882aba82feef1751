// Integer and float arithmetic, casts, comparisons, wide integers.
typedef unsigned long long u64;
int add(int a, int b) { return a + b; }
unsigned divide(unsigned a, unsigned b) { return a / b + a % b; }
int shifts(int a, unsigned b) { return (a << 3) ^ (a >> 2) | (int)(b >> 5) & ~a; }
double mix(double x, float y, int n) { return x * y - n / x + -y; }
long double wide_float(long double x) { return x * 1.5L + 0.25L; }
float casts(int a, unsigned b, double d, u64 c) {
    return (float)a + (float)b + (float)(int)d + (float)(unsigned)d + (float)(char)c + (float)(u64)(short)a;
}
int compare(int a, int b, unsigned c, unsigned d, double x, double y) {
    return (a < b) + (a >= b) * 2 + (c < d) * 4 + (c != d) * 8 + (x < y) * 16 + (x != y) * 32 + !(x >= y) * 64;
}
#ifdef __SIZEOF_INT128__
unsigned __int128 square(u64 a) { return (unsigned __int128)a * a; }
__int128 constant(void) { return ((__int128)0x123456789abcdefLL << 64) | 42; }
__int128 negative(__int128 x) { return x % -((__int128)1 << 100); }
#endif
u64 hash(const unsigned char *s) {
    u64 h = 14695981039346656037ull;
    while (*s) h = (h ^ *s++) * 1099511628211ull;
    return h;
}
_Bool logic(int a, int b) { return a && !b || b > 3; }
