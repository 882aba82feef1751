// A pointer to a struct that is read and written.
//@ entry: move
//@ paths: 3
struct point {
    int x;
    unsigned y;
};

void move(struct point *p) {
    if (p->x == 0)  //~ UNLESS null-dereference: `p` is not NULL
        p->y++;
    else
        p->x = 0;
}
