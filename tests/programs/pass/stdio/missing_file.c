// A file that is not there: the error number, its text, and how to go on.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    errno = 0;
    FILE *file = fopen("no-such-folder/no-such-file", "r");
    printf("%d %d %s\n", file == NULL, errno == ENOENT, strerror(errno));
    printf("%s\n", strerror(EINVAL));
    errno = 0;
    long value = strtol("99999999999999999999", NULL, 10);
    printf("%d %d\n", errno == ERANGE, value > 0);
    printf("%d\n", getenv("COUNTERPOINT_NO_SUCH_VARIABLE") == NULL);
    return 0;
}
