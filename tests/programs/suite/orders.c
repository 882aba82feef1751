//@ dropped: chosen
//@ has: CHECK(result < 0);
//@ has: TEST(compare_returns_a_negative_number)
//@ has: CHECK(result.order < 0);
//@ has: CHECK_EQUAL(result.length, 0u);
//@ has: CHECK_EQUAL(result, 77);
// What memcmp and strcmp return has only its sign from C, and another size on another processor and with the address
// sanitizer: tests check no more than the sign. What was chosen by the size is no test at all.
#include <string.h>

struct comparison {
    int order;
    size_t length;
};

int compare(const char *a) {
    return strcmp(a, "bb");
}

struct comparison describe(const char *a) {
    struct comparison result = {strcmp(a, "bb"), strlen(a)};
    return result;
}

int compare_memory(const char *a) {
    if (strlen(a) != 2)
        return 77;
    return memcmp(a, "bb", 2);
}

int chosen(const char *a) {
    if (strcmp(a, "b") == 2)
        return 5;
    return 6;
}
