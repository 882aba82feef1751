// The addresses in a global stay as they are, and the numbers beside them are inputs.
//@ entry: next
//@ paths: 3
//@ complete: false
//@ stopped: the addresses in the global `current` stay as they are
struct mode {
    const char *name;
    int level;
    struct mode *fallback;
};

static struct mode plain = {"plain", 0, 0};
static struct mode current = {"loud", 5, &plain};

int next(void) {
    if (current.name[0] != 'l')
        return -1;
    if (current.level > 10)
        return current.fallback == &plain ? 1 : -2;
    current.level++;
    return current.level == 8 ? 2 : 3;
}
