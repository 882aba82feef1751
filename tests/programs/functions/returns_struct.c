// Structs are returned, small ones and large ones.
//@ entry: make
//@ paths: 2
struct pair {
    char kind;
    long values[3];
};

struct pair make(int x) {
    struct pair pair = {'a', {x, 2, 3}};
    if (x == 5)
        pair.kind = 'b';
    return pair;
}
