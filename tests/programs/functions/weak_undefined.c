//@ entry: f
//@ complete: false
//@ stopped: `hook` is weak and defined nowhere
// What another file may define, or not, isn't there here: that clears `complete`.
extern int hook(int) __attribute__((weak));

int f(int x) {
    if (hook)
        return hook(x);
    return 0;
}
