// The suite is linked with what the program is linked with. Allocations in there are not counted.
//@ link: ../functions/linked/steps.a
//@ has: FAIL_ALLOCATION(1);
//@ has: CHECK_EQUAL(result, 120);
//@ says: what `steps_text` at linked_library.c:11 did in these runs depends on the environment
#include <stdlib.h>

char *steps_text(int first);

int letter(int copied) {
    char *text = steps_text('x');
    if (!text)
        return -1;
    int result = text[0];
    free(text);
    if (!copied)
        return result;
    char *copy = malloc(1);
    if (!copy)
        return -2;
    free(copy);
    return result + 1;
}
