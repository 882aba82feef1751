// A member that leads to a member of a later parameter: what is in that one becomes an input first.
//@ entry: later
struct vec {
    int *d;
    int n;
};
int later(struct vec *v, struct vec *w) {
    if (!v || !w || !v->d || !w->d)
        return 0;
    v->d[0] = 1;
    w->d[0] = 2;
    if (v->d[0] == 2)
        return 2;
    w->n = 6;
    if (v->d[0] == 6)
        return 3;
    return 4;
}
