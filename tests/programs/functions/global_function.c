// A function pointer in a global is NULL, a function of the program, or a stub, also if it is a function's address from the
// start, where something may change it.
//@ entry: run
//@ paths: 6
typedef int (*step)(int);

static int twice(int x) { return (x & 7) * 2; }
static int none(int x) { return x & 0; }

static step hook = twice;
static step steps[2] = {twice, none};

void set_hook(step other, int index) {
    hook = other;
    steps[index & 1] = other;
}

int run(int x) {
    if (!hook)
        return -1;
    if (hook == twice)
        return 1;
    if (steps[1] == hook)
        return 2;
    return steps[0] == none ? 3 : x > 0 ? 4 : 5;
}
