// An array whose length another parameter says: what is in it is not made, the rest is explored.
//@ entry: corner
//@ complete: false
//@ stopped: using what the input `all` points to: its type isn't known in `corner`
int corner(unsigned char n, int all[n + 1][n + 1]) {
    if (n > 3)
        return -1;
    if (!all)
        return 0;
    return all[n][n] == 7;
}
