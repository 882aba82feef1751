// Structures in arrays, passed on by value, by pointer, and returned from a table.
#include <stdio.h>

struct colour {
    unsigned char red, green, blue;
};

static const struct colour palette[] = {{255, 0, 0}, {0, 128, 0}, {0, 0, 64}};

static struct colour blend(struct colour a, struct colour b) {
    return (struct colour){(unsigned char)((a.red + b.red) / 2), (unsigned char)((a.green + b.green) / 2),
                           (unsigned char)((a.blue + b.blue) / 2)};
}

static void invert(struct colour *c) { *c = (struct colour){~c->red & 255, ~c->green & 255, ~c->blue & 255}; }

int main(void) {
    struct colour row[4];
    for (int i = 0; i < 4; i++)
        row[i] = blend(palette[i % 3], palette[(i + 1) % 3]);
    invert(&row[2]);
    for (int i = 0; i < 4; i++)
        printf("%d,%d,%d ", row[i].red, row[i].green, row[i].blue);
    printf("%zu %d\n", sizeof row, blend(row[0], row[3]).green);
    return 0;
}
