// A variable of a shared object is there once for all paths; it may be another one at another time.
//@ entry: below
//@ link: linked/steps.so
//@ paths: 2
//@ complete: false
//@ stopped: did in these runs depends on the environment
extern int steps_limit;

int below(int x) {
    if (x < steps_limit)
        return 1;
    return 0;
}
