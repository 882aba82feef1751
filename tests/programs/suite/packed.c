// A layout that the program leaves behind isn't that of the suite's own structs.
//@ has: TEST(f_returns
//@ says: complete: yes
#pragma pack(1)
struct s {
    char c;
    int i;
};

int f(struct s *p) {
    if (!p)
        return 0;
    if (p->i > 3)
        return 1;
    return 2;
}
