// A function about something else.
//@ entry: f
//@ options: --assume=g
//@ error: `g` says nothing about inputs of `f`, whose parameters would have to match its own: `y` of type `unsigned int`
int g(unsigned y) {
    return y > 1;
}

int f(int x) {
    return x;
}
