// realloc keeps the contents when it grows and when it shrinks.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *numbers = NULL;
    size_t capacity = 0, count = 0;
    for (int i = 0; i < 100; i++) {
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 1;
            int *grown = realloc(numbers, capacity * sizeof *numbers);
            if (!grown)
                return 1;
            numbers = grown;
        }
        numbers[count++] = i * i;
    }
    long sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    printf("%zu %ld\n", capacity, sum);
    int *shrunk = realloc(numbers, 3 * sizeof *numbers);
    if (!shrunk)
        return 1;
    printf("%d %d %d\n", shrunk[0], shrunk[1], shrunk[2]);
    free(shrunk);
    return 0;
}
