// Assignment copies everything, also arrays inside and structures on the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    int id;
    char text[20];
    double numbers[5];
};

int main(void) {
    struct record a = {7, "first", {1, 2, 3, 4, 5}}, b;
    b = a;
    strcpy(b.text, "second");
    b.numbers[4] = 50;
    struct record *heap = malloc(2 * sizeof *heap);
    if (!heap)
        return 1;
    heap[0] = a;
    heap[1] = b;
    struct record swap = heap[0];
    heap[0] = heap[1];
    heap[1] = swap;
    printf("%s %g %s %g %d\n", heap[0].text, heap[0].numbers[4], heap[1].text, heap[1].numbers[4], heap[1].id);
    heap[0].id = heap[1].id = 9;
    printf("%d %d\n", a.id, heap[0].id + heap[1].id);
    free(heap);
    return 0;
}
