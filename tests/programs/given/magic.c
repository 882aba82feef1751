//@ symbolic-stdin: 8
//@ paths: 13
// read(2) takes all there is: 0 to 3 bytes, or 4, which differ from the magic number at one of 4 places or not at all.
// After it, 0 to 4 more bytes are there.
#include <string.h>
#include <unistd.h>

int main(void) {
    char header[4], rest[8];
    ssize_t size = read(0, header, sizeof header);
    if (size < 4)
        return 10 + (int)size;
    if (memcmp(header, "\177ELF", 4) != 0)
        return 20;
    return (int)read(0, rest, sizeof rest);
}
