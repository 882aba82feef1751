// What a function reads includes what its callees read.
//@ entry: check
//@ paths: 2
static struct {
    int level;
    char tag;
} state = {3, 'a'};

static int level(void) { return state.level; }

int check(void) {
    if (level() == 77)
        return 1;
    return 0;
}
