// strtol and its kin, on short strings of the characters that matter and on the limits of the types.
#include "check.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

RT(strtol);
RT(strtoul);
RT(strtoll);
RT(strtoull);
RT(strtoimax);
RT(strtoumax);
RT(atoi);
RT(atol);
RT(atoll);
RT(abs);
RT(labs);
RT(llabs);
RT(imaxabs);
RT(div);
RT(ldiv);
RT(lldiv);
RT(imaxdiv);
extern __typeof__(strtol) rt___isoc23_strtol;
extern __typeof__(strtoul) rt___isoc23_strtoul;

static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};

#define SAME(name, text, base) \
    do { \
        static __typeof__(name) *host; \
        if (!host) \
            host = HOST(name); \
        char *end_x = (char *)"", *end_y = end_x; \
        errno = rt___cp_errno = 0; \
        __typeof__(name(text, NULL, 0)) x = rt_##name(text, &end_x, base), y = host(text, &end_y, base); \
        CHECK(x == y && end_x == end_y, "%s: '%s' base %d: %lld, not %lld", #name, text, base, (long long)x, \
              (long long)y); \
        CHECK(rt___cp_errno == errno, "%s: '%s' base %d: errno %d, not %d", #name, text, base, rt___cp_errno, errno); \
    } while (0)

static void test_text(const char *text) {
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        SAME(strtol, text, bases[i]);
        SAME(strtoul, text, bases[i]);
        SAME(strtoll, text, bases[i]);
        SAME(strtoull, text, bases[i]);
        SAME(strtoimax, text, bases[i]);
        SAME(strtoumax, text, bases[i]);
    }
    CHECK(rt_atoi(text) == atoi(text), "'%s'", text);
    CHECK(rt_atol(text) == atol(text), "'%s'", text);
    CHECK(rt_atoll(text) == atoll(text), "'%s'", text);
}

static void test_random_texts(void) {
    static const char characters[] = "0019 \t+-xXbzZaF";
    for (int i = 0; i < 5000; i++) {
        char text[8];
        size_t length = pick(sizeof text);
        for (size_t j = 0; j < length; j++)
            text[j] = characters[pick(sizeof characters - 1)];
        text[length] = 0;
        test_text(text);
    }
}

static void test_limits(void) {
    static const unsigned long long edges[] = {0, INT_MAX, UINT_MAX, LONG_MAX, ULONG_MAX};
    static const char *const formats[] = {"%llu", "-%llu", "%llx", "-0x%llX", "0%llo", "%llu0", "-%llu9"};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (int delta = -2; delta <= 2; delta++)
            for (size_t j = 0; j < sizeof formats / sizeof *formats; j++) {
                char text[64];
                snprintf(text, sizeof text, formats[j], edges[i] + delta);
                test_text(text);
            }
    test_text("18446744073709551616");
    test_text("-18446744073709551616");
    test_text("99999999999999999999999999999999999999999");
    test_text("-99999999999999999999999999999999999999999");
}

// C23's binary numbers, which the host may not know.
static void test_binary(void) {
    char *end;
    const char *text = " -0b1012";
    CHECK(rt___isoc23_strtol(text, &end, 0) == -5 && end == text + 7, "base 0");
    CHECK(rt___isoc23_strtol(text, &end, 2) == -5 && end == text + 7, "base 2");
    CHECK(rt___isoc23_strtol(text, &end, 10) == 0 && end == text + 3, "base 10");
    CHECK(rt___isoc23_strtoul("0B11", &end, 0) == 3 && *end == 0, "unsigned");
}

static void test_arithmetic(void) {
    static const int values[] = {0, 1, -1, 7, -7, INT_MAX, -INT_MAX};
    for (int i = 0; i < 7; i++) {
        int a = values[i];
        CHECK(rt_abs(a) == abs(a) && rt_labs(a) == labs(a), "%d", a);
        CHECK(rt_llabs(a) == llabs(a) && rt_imaxabs(a) == imaxabs(a), "%d", a);
        for (int j = 1; j < 7; j++) {
            int b = values[j];
            div_t x = rt_div(a, b), y = div(a, b);
            CHECK(x.quot == y.quot && x.rem == y.rem, "%d %d", a, b);
            CHECK(rt_ldiv(a, b).quot == y.quot && rt_ldiv(a, b).rem == y.rem, "%d %d", a, b);
            CHECK(rt_lldiv(a, b).quot == y.quot && rt_lldiv(a, b).rem == y.rem, "%d %d", a, b);
            CHECK(rt_imaxdiv(a, b).quot == y.quot && rt_imaxdiv(a, b).rem == y.rem, "%d %d", a, b);
        }
    }
}

void test_number(void) {
    test_random_texts();
    test_limits();
    test_binary();
    test_arithmetic();
}
