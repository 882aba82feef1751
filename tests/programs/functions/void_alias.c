// What a `void *` leads to may be what another pointer leads to, whatever its type is called, or a global variable.
//@ entry: change
struct pair {
    int first;
    int second;
};

static int total;

int change(void *data, struct pair *pair) {
    if (!data || !pair)
        return 0;
    pair->second = 1;
    total = 2;
    *(int *)data = 3;
    if (pair->second == 3)
        return 1;
    if (total == 3)
        return 2;
    return 3;
}
