//@ stdin: short\na line longer than the buffer\n\nno newline at the end
// fgets stops at a newline, at a full buffer and at the end.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[10];
    while (fgets(buffer, sizeof buffer, stdin)) {
        size_t length = strlen(buffer);
        int complete = length > 0 && buffer[length - 1] == '\n';
        if (complete)
            buffer[length - 1] = 0;
        printf("[%s]%s", buffer, complete ? "\n" : "");
    }
    printf("\n%s\n", buffer);
    return 0;
}
