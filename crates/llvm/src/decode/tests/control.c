// Loops, switches, gotos, computed gotos, conditional expressions, unreachable code.
int grade(int n) {
    switch (n) {
    case 0: return 10;
    case 1: case 2: n += 5; break;
    case 100 ... 120: return n / 2;
    case -7: goto out;
    default: n = 0;
    }
    return n;
out:
    return 1;
}
int big(unsigned long long x) { switch (x) { case 1ull << 40: return 1; case 3: return 2; case 9: return 7; } return 0; }
int machine(const unsigned char *code) {
    static void *const labels[] = { &&halt, &&inc, &&dec, &&twice };
    int a = 0;
    goto *labels[*code++];
inc: a++; goto *labels[*code++];
dec: a--; goto *labels[*code++];
twice: a *= 2; goto *labels[*code++];
halt: return a;
}
int collatz(int n) { int steps = 0; do { n = n % 2 ? 3 * n + 1 : n / 2; steps++; if (steps > 1000) break; } while (n != 1); return steps; }
int nested(int a, int b) {
    for (int i = 0; i < a; i++) { for (int j = 0; j < b; j++) { if (i == j) continue; if (i * j > 50) return i; } }
    return -1;
}
int never(int x) { if (x) return 1; __builtin_unreachable(); }
void trap(int x) { if (x > 3) __builtin_trap(); }
int choose(int a, int b) { return a > b ? a : b; }
int order(unsigned a) { return __builtin_popcount(a) + __builtin_clz(a | 1) + __builtin_bswap32(a); }
