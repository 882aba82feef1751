//@ entry: f
//@ files: hidden_callback/set.i
//@ complete: false
//@ stopped: `set`, which is static in another file
// A callback may be a function that no test of this file can name: that clears `complete`.
extern int flag;

int f(void (*callback)(void)) {
    if (!callback)
        return -1;
    flag = 0;
    callback();
    if (flag)
        return 1;
    return 0;
}
