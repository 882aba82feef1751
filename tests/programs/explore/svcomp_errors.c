//@ paths: 3
//@ complete: true
// SV-COMP's assertion and error where the program doesn't define them, and its atomic sections, which mean nothing to
// one thread. What is called __VERIFIER_atomic_something is the program's own.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int condition);
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int balance;

static void __VERIFIER_atomic_add(int amount) { balance = amount & 0xff; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_add(x);
    __VERIFIER_atomic_end();
    __VERIFIER_assert(balance != 200); //~ BUG unreachable
    if (balance == 100)
        __VERIFIER_error(); //~ BUG unreachable
    return balance > 50;
}
