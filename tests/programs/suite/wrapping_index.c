// The sanitizer asks whether an address wraps around, by the sign of the index: that is no branch of the source.
//@ says: is_blank    5/5       2/2
#include <ctype.h>
#include <stdbool.h>

bool is_blank(const char *line) {
    while (isspace((unsigned char)*line))
        line++;
    return *line == 0;
}
