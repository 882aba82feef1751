//@ paths: 4
//@ complete: true
// No number, very large, the rest in two.
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x != x)
        return 1;
    if (x > 1e300)
        return 2;
    if (x * 2 == 3)
        return 3;
    return 4;
}
