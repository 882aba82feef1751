// Another file has a global of the same name as a static one here. No test of this file can declare it, so it stays as
// it is, and isn't taken for the other.
//@ entry: check
//@ files: hidden_global/other.i
//@ paths: 3
//@ complete: false
//@ stopped: the global `level` is hidden behind something static of that name
int other(int x);

static int level = 1;

int check(int x) {
    if (level > 10 && x > 100)
        return other(x);
    return 2;
}
