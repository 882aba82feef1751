// A function that says nothing.
//@ entry: f
//@ options: --assume=g
//@ error: `g` can't say what inputs satisfy: it returns `void`
void g(int x) {
    (void)x;
}

int f(int x) {
    return x;
}
