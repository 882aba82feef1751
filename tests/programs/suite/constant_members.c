// What has a member that is const is written as a whole.
//@ has: FILL(g,
//@ says: complete: yes
struct pair {
    const int x;
    int y;
};

struct pair g;

int f(void) {
    if (g.x > 3 && g.y)
        return 1;
    return 0;
}

int h(struct pair s, struct pair *p) {
    if (!p)
        return 0;
    if (s.x > p->x)
        return 1;
    return 2;
}
