// Every character, by function and by glibc's macros.
#define _GNU_SOURCE
#include "check.h"

#include <ctype.h>

#undef isascii
#undef toascii
#undef tolower
#undef toupper
RT(isalpha);
RT(isdigit);
RT(isalnum);
RT(isxdigit);
RT(isupper);
RT(islower);
RT(isspace);
RT(isblank);
RT(iscntrl);
RT(isprint);
RT(isgraph);
RT(ispunct);
RT(isascii);
RT(toascii);
RT(tolower);
RT(toupper);
RT(__ctype_b_loc);
RT(__ctype_tolower_loc);
RT(__ctype_toupper_loc);

#define SAME(name) CHECK(rt_##name(c) == (name)(c), "%d: %d, not %d", c, rt_##name(c), (name)(c))
// Of a question C promises only whether the answer is zero.
#define AGREES(name) CHECK(!rt_##name(c) == !(name)(c), "%d: %d, not %d", c, rt_##name(c), (name)(c))

void test_ctype(void) {
    for (int c = -128; c < 256; c++) {
        AGREES(isalpha);
        AGREES(isdigit);
        AGREES(isalnum);
        AGREES(isxdigit);
        AGREES(isupper);
        AGREES(islower);
        AGREES(isspace);
        AGREES(isblank);
        AGREES(iscntrl);
        AGREES(isprint);
        AGREES(isgraph);
        AGREES(ispunct);
        AGREES(isascii);
        SAME(toascii);
        SAME(tolower);
        SAME(toupper);
        CHECK((*rt___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        CHECK((*rt___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        CHECK((*rt___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
    static const int beyond[] = {-1000, -129, 256, 1000};
    for (int i = 0; i < 4; i++) {
        int c = beyond[i];
        SAME(tolower);
        SAME(toupper);
    }
}
