// Constant tables of every element type.
#include <stdint.h>
#include <stdio.h>

static const uint8_t bytes[] = {1, 2, 250, 255};
static const int16_t shorts[] = {-1, 300, -32768};
static const int64_t longs[] = {-1, 1LL << 40};
static const float floats[] = {0.5f, -1.25f};
static const double doubles[] = {1e100, -0.0, 3.0};
static const char *const names[] = {"zero", "one", "two"};
static const struct {
    char code;
    int weight;
    const char *name;
} rows[] = {{'a', 1, "alpha"}, {'b', -2, "beta"}, {'c', 3, NULL}};
static const unsigned char days[2][12] = {{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31},
                                          {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}};

int main(void) {
    int sum = 0;
    for (unsigned i = 0; i < sizeof bytes; i++)
        sum += bytes[i];
    printf("%d %d %lld\n", sum, shorts[0] + shorts[1] + shorts[2], (long long)(longs[0] + longs[1]));
    printf("%g %g %g %g\n", (double)floats[1], doubles[0], doubles[1], doubles[2]);
    for (int i = 0; i < 3; i++)
        printf("%s %c %d %s\n", names[i], rows[i].code, rows[i].weight, rows[i].name ? rows[i].name : "-");
    int year = 0;
    for (int i = 0; i < 12; i++)
        year += days[1][i] - days[0][i] + days[0][i];
    printf("%d\n", year);
    return 0;
}
