//@ paths: 3
//@ complete: true
// The vocabulary of SV-COMP. An assumption that fails makes no path.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x > 10);
    if (y == x) {
        if (c == 200)
            reach_error(); //~ BUG unreachable
        return 1;
    }
    return 2;
}
