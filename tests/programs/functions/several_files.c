// A global of another file is an input, too.
//@ entry: check
//@ files: several_files/level.i
//@ paths: 2
int level(void);

int check(void) {
    if (level() > 10)
        return 1;
    return 0;
}
