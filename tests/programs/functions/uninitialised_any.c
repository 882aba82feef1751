//@ options: --uninitialised=any
//@ entry: last
//@ paths: 2
//@ uninitialised: 0
// What is returned without having been set is not looked at by a test; but no path depends on it.
int last(int a) {
    int x;
    if (a > 0)
        x = a;
    return x;
}
