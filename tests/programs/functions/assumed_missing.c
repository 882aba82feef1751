// A function that isn't there.
//@ entry: f
//@ options: --assume=g
//@ error: there is no function `g` that inputs could satisfy
int f(int x) {
    return x;
}
