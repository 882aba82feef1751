//@ options: --uninitialised=any
//@ why: it depends on uninitialised memory, which no test can choose
// Some value of what was never written leads there, but no test can choose it.
int main(void) {
    int x;
    if (x == 12345)
        return 1; //~ TARGET unknown
    return 0;
}
