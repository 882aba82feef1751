// A global that holds an address keeps its initial value, and what it points to is reached through it.
//@ entry: get
//@ paths: 2
//@ complete: false
//@ stopped: the global `current` holds an address and keeps its initial value
static int first = 1;
static int *current = &first;

int get(void) {
    if (*current == 9)
        return 1;
    return 0;
}

void set(int *p) { current = p; }
