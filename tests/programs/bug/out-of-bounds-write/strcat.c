// Pieces that fit one by one but not together.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[12] = "/usr";
    const char *parts[] = {"/lib", "/misc"};
    for (int i = 0; i < 2; i++)
        strcat(path, parts[i]); //~ BUG out-of-bounds-write
    puts(path);
    return 0;
}
