// A function of an archive is called natively: what it returns is known for these arguments only.
//@ entry: scaled
//@ link: linked/steps.a
//@ complete: false
//@ stopped: what `steps_double`
int steps_double(int x);

int scaled(int x) {
    if (x < 0 || x > 50)
        return -1;
    return steps_double(x) > 20;
}
