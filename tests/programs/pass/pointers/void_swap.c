// Byte-wise work through void pointers on objects of any type.
#include <stdio.h>

static void swap(void *a, void *b, size_t size) {
    unsigned char *left = a, *right = b;
    while (size--) {
        unsigned char byte = *left;
        *left++ = *right;
        *right++ = byte;
    }
}

static void reverse(void *base, size_t count, size_t size) {
    char *low = base, *high = low + count * size;
    while (count > 1) {
        high -= size;
        swap(low, high, size);
        low += size;
        count -= 2;
        if (count == 0)
            break;
    }
}

int main(void) {
    double x = 1.5, y = -2.25;
    swap(&x, &y, sizeof x);
    int numbers[] = {1, 2, 3, 4, 5};
    reverse(numbers, 4, sizeof *numbers);
    const char *words[] = {"one", "two", "three"};
    swap(&words[0], &words[2], sizeof *words);
    printf("%g %g %d%d%d%d%d %s %s\n", x, y, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], words[0],
           words[2]);
    return 0;
}
