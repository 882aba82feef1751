// Native code that ends the process ends the path, which isn't explored any further.
//@ entry: check
//@ link: linked/steps.so
//@ complete: false
//@ stopped: `steps_end`: it ends the process
void steps_end(int code);

int check(int x) {
    if (x == 3)
        steps_end(3);
    return x > 4;
}
