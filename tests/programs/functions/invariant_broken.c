// Such a function without an invariant: what its input may be is a bug then.
//@ entry: share
//@ paths: 3
struct group {
    int members;
};

int share(const struct group *group) {
    return group ? 100 / group->members : 0; //~ BUG division-by-zero
}
