// C that the program is linked with is explored like all of it, but is nothing to start from.
//@ entry: scaled
//@ link: linked/steps.i
//@ paths: 3
int steps_double(int x);

int scaled(int x) {
    if (x < 0 || x > 50)
        return -1;
    return steps_double(x) > 20;
}
