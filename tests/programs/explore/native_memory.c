//@ complete: false
// A value that depends on inputs may be put where native code has its data; there it is fixed.
#include <time.h>

#include "counterpoint.h"

int main(void) {
    unsigned char hour;
    cp_symbolic(&hour, 1, "hour");
    time_t zero = 0;
    struct tm *time = gmtime(&zero);
    if (hour >= 24)
        return 1;
    time->tm_hour = hour;
    return time->tm_hour == hour ? 0 : 2;
}
