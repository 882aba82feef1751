// Native code that needs what is nowhere can't be loaded.
//@ entry: twice
//@ link: linked/unresolved.a
//@ error: undefined reference to `helper'
int half(int x);

int twice(int x) {
    return half(x) > 2;
}
