// The bits of flags end before the sign does.
static int flag(int bit) {
    return 3 << bit; //~ BUG shift-overflow
}

int main(void) {
    return (flag(1) | flag(30)) != 0;
}
