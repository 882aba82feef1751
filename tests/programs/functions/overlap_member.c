// A pointer may lead to a member of what another one points to, which isn't explored, and is said.
//@ entry: keeps
//@ complete: false
//@ stopped: `pair` and `out` point to the same object or to two, and never overlap otherwise
struct pair {
    int first, second;
};

int keeps(struct pair *pair, int *out) {
    int before = pair->first;  //~ UNLESS null-dereference: `pair` is not NULL
    *out = 7;                  //~ UNLESS null-dereference: `out` is not NULL
    return pair->first == before;
}
