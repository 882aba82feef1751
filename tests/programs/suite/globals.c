// Globals are set where they differ from what they are, and checked where a function changes them.
//@ has: CHECK_EQUAL(count, 
//@ has: EXPECT_EXIT(3);
//@ has: TEST(spend_exits_with_3) {
//@ has: CHECK_TEXT(last, "spent");
#include <stdlib.h>
#include <string.h>

static int count = 7;
char last[8] = "none";

void spend(int n) {
    if (n > count)
        exit(3);
    if (n == 2) {
        count = 100;
        strcpy(last, "spent");
    }
}
