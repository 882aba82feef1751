// A name that isn't there: the message says which are.
//@ entry: h
//@ error: there is no function `h`; those that can be an entry are `f`, `g`
int f(int x) { return x; }
int g(int x) { return x; }
