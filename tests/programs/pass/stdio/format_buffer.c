// Formatting into buffers: the length that would have been needed is returned.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[16];
    memset(buffer, '#', sizeof buffer);
    int needed = snprintf(buffer, 6, "%s", "truncated");
    printf("%d %s %c\n", needed, buffer, buffer[6]);
    needed = snprintf(buffer, sizeof buffer, "%d+%d=%d", 2, 3, 5);
    printf("%d %s\n", needed, buffer);
    printf("%d\n", snprintf(NULL, 0, "%f", 1.0 / 3));
    int at = sprintf(buffer, "%03d", 7);
    at += sprintf(buffer + at, "/%x", 255);
    printf("%d %s\n", at, buffer);
    return 0;
}
