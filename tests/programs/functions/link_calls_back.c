// Native code can't call functions of the program: that is nothing that the program does wrong.
//@ entry: apply
//@ link: linked/steps.a
//@ complete: false
//@ stopped: it may call back
int steps_apply(int (*function)(int), int x);

static int next(int x) {
    return x < 9 ? x + 1 : 0;
}

int apply(int x) {
    return steps_apply(next, x & 7);
}
