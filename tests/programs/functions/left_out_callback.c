// Function pointers come later.
//@ entry: apply
//@ error: its parameter `f` of type `int (*)(int)` is a function pointer
int apply(int (*f)(int), int x) { return f(x); }
