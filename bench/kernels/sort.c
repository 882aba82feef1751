// Unpredictable branches and array swaps: quicksort of pseudo-random numbers.
#include <stdio.h>
#include <stdlib.h>

static void sort(unsigned *first, unsigned *last)
{
    while (first < last) {
        unsigned pivot = first[(last - first) / 2];
        unsigned *low = first, *high = last;
        while (low <= high) {
            while (*low < pivot)
                low++;
            while (*high > pivot)
                high--;
            if (low <= high) {
                unsigned swapped = *low;
                *low++ = *high;
                *high-- = swapped;
            }
        }
        sort(first, high);
        first = low;
    }
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 160000;
    unsigned *numbers = malloc((size_t)count * sizeof *numbers);
    if (!numbers)
        return 1;
    unsigned seed = 1;
    for (int i = 0; i < count; i++)
        numbers[i] = seed = seed * 1664525u + 1013904223u;
    sort(numbers, numbers + count - 1);
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 31 + numbers[i];
    printf("sort %u\n", sum);
    free(numbers);
    return 0;
}
