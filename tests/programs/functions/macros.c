// Macros of the file don't get in the way of its functions.
//@ entry: f
//@ paths: 2
#define x y
#define label unused
#define size_t
#define void_ void

int(f)(int x) {
    if (x == 3)
        return 1;
    return 0;
}
