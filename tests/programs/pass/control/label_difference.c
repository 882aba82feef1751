// Tables of distances: between labels, as position-independent interpreters have them, and between objects.
#include <stdio.h>

enum { INCREMENT, DOUBLE, PRINT, HALT };

static void run(const unsigned char *code) {
    static const int offsets[] = {&&increment - &&base, &&twice - &&base, &&print - &&base, &&halt - &&base};
    static const long from_halt[] = {&&increment - &&halt, &&halt - &&halt};
    int value = 0;
base:
    goto *(&&base + offsets[*code++]);
increment:
    value++;
    goto *(&&base + offsets[*code++]);
twice:
    value *= 2;
    goto *(&&base + offsets[*code++]);
print:
    printf("%d\n", value);
    goto base;
halt:
    printf("%d %d\n", from_halt[0] == offsets[INCREMENT] - offsets[HALT], (int)from_halt[1]);
}

static struct {
    char a;
    int b[4];
    double c;
} object;

static const long inside = (char *)&object.c - (char *)&object;
static const int elements = (int)(&object.b[3] - &object.b[1]);

int main(void) {
    run((const unsigned char[]){INCREMENT, DOUBLE, DOUBLE, PRINT, INCREMENT, DOUBLE, PRINT, HALT});
    printf("%ld %d\n", inside, elements);
    return 0;
}
