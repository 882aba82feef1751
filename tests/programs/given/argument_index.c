//@ symbolic-args: 2,3
// The second argument's character at the place that the first names.
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 3)
        return 9;
    unsigned place = (unsigned char)argv[1][0] - '0';
    if (place >= strlen(argv[2]))
        return 8;
    return argv[2][place] == 'x' ? 1 : 0;
}
