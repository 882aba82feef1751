// strerror: the host's messages, kept in memory of ours.
#include "cp_runtime.h"

int __cp_native___xpg_strerror_r(int code, char *to, size_t size);

// One more than Linux has error codes, and than any message has bytes.
enum { CODES = 134, SIZE = 64 };

// Each code has its own message, which stays; what is no code shares the last.
static char messages[CODES + 1][SIZE];

char *strerror(int code) {
    char *message = messages[code >= 0 && code < CODES ? code : CODES];
    int saved = errno;
    __cp_native___xpg_strerror_r(code, message, SIZE);
    errno = saved;
    return message;
}

// The one that is GNU's: it may ignore the buffer.
char *strerror_r(int code, char *to, size_t size) {
    (void)to, (void)size;
    return strerror(code);
}
