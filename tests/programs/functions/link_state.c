// A call counts whatever it gives back: the next one may depend on it.
//@ entry: ends
//@ link: linked/steps.a
//@ paths: 2
//@ complete: false
//@ stopped: what `steps_next`
int steps_next(void);

int ends(int x) {
    steps_next();
    if (x == 3)
        return 1;
    return 0;
}
