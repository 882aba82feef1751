// Behind the end of a string, an array has more.
//@ has: buf[3] = 'a';
//@ has: cfg.tag[2] = 'q';
//@ says: complete: yes
char buf[8];
struct {
    int n;
    char tag[4];
} cfg;

int f(void) {
    if (buf[0] == 0 && buf[3] == 'a')
        return 1;
    return 0;
}

int g(void) {
    if (cfg.tag[0] == 0 && cfg.tag[2] == 'q')
        return 1;
    return 0;
}

int h(char *s) {
    if (!s || s[0] != 'a')
        return -1;
    buf[3] = 'x';
    s[0] = 'b';
    if (buf[3] == 'b')
        return 1;
    return 0;
}
