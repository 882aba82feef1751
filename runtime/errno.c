// errno.h: the one `errno` of the program. There are no threads.
#include "cp_runtime.h"

int __cp_errno;

int *__errno_location(void) {
    __cp_look_at_errno();
    return &__cp_errno;
}
