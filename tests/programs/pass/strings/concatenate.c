// Appending, whole and bounded.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[32] = "";
    const char *parts[] = {"usr", "share", "doc"};
    for (int i = 0; i < 3; i++) {
        strcat(path, "/");
        strcat(path, parts[i]);
    }
    puts(path);
    char bounded[8] = "ab";
    strncat(bounded, "cdefghij", 3);
    printf("%s %zu\n", bounded, strlen(bounded));
    strncat(bounded, "z", 2);
    strncat(bounded, "never", 0);
    puts(bounded);
    return 0;
}
