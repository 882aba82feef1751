// A table of functions that nothing writes is what it is, though it isn't declared as constant.
//@ entry: run
//@ paths: 3
typedef int (*step)(int);

static int twice(int x) { return (x & 7) * 2; }
static int none(int x) { return x & 0; }

static step steps[] = {twice, none};

int run(unsigned index, int x) {
    if (index >= sizeof steps / sizeof *steps)
        return -1;
    if (!steps[index])
        return -2;
    return steps[index](x);
}
