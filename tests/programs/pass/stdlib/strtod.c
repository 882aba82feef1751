// Reading floating-point numbers in all their spellings.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"3.25",  "  -1e3x", ".5",  "5.",    "1e",   "0x1.8p3", "inf",
                           "-INFINITY", "1e-320",  "abc", "1e400", "-0.0", "123456789012345678901234567890"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        double value = strtod(texts[i], &end);
        printf("%.17g [%s]\n", value, end);
    }
    printf("%.9g %g\n", (double)strtof("0.1", NULL), atof("2.5e-3"));
    return 0;
}
