// Macros of the program with names that the suite might have, or that stand for what a test names.
//@ has: int result = largest(a, b);
//@ says: complete: yes
#define size 10
#define name 11
#define next 12
#define run 13
#define noreturn 14

int f(int x) {
    if (x > size)
        return name;
    return next;
}

struct pair {
    int left, right;
};

int largest(int a, struct pair b) {
    if (a > b.left)
        return a;
    return b.left;
}

#define largest(a, b) 42
#define left right
