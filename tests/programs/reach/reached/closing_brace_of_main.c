//@ options: --args=1,2
#include <stdlib.h>

static int ends(const char *text) {
    if (text[0] == 'x')
        exit(3);
    return text[0] == 'y';
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    if (ends(argv[1]))
        return 2;
    return 0;
} //~ TARGET reached
