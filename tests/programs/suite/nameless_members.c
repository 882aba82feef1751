// A struct without a name is what a member leads to.
//@ has: __typeof__(*((struct table *)0)->entries) t_entries
//@ says: complete: yes
struct table {
    struct {
        const char *key;
        int value;
    } *entries;
    unsigned count;
};

int f(const struct table *t) {
    if (!t || t->count != 1 || !t->entries)
        return -1;
    if (t->entries[0].value == 7)
        return 1;
    return 0;
}
