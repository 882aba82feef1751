//@ symbolic-stdin: 8
//@ symbolic-args: 3,8
//@ paths: 1
// What isn't looked at needs no decision: this `main` takes no arguments and reads nothing.
int main(void) {
    return 7;
}
