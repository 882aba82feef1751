// A pointer may lead to a member of what another one points to.
//@ entry: keeps
//@ paths: 5
struct pair {
    int first, second;
};

int keeps(struct pair *pair, int *out) {
    int before = pair->first;  //~ UNLESS null-dereference: `pair` is not NULL
    *out = 7;                  //~ UNLESS null-dereference: `out` is not NULL
    return pair->first == before;
}
