// Structures inside structures, arrays of them, and assignment of parts.
#include <stdio.h>

struct date {
    short year;
    char month, day;
};
struct person {
    char name[12];
    struct date born;
    struct {
        int width, height;
    } size;
    union {
        int number;
        float share;
    };
};

int main(void) {
    struct person people[2] = {{"Ada", {1815, 12, 10}, {10, 20}, {.number = 7}}, {.name = "Alan", .share = 0.5f}};
    people[1].born = people[0].born;
    people[1].born.year = 1912;
    people[1].size = (__typeof__(people[0].size)){.height = 3};
    struct person copy = people[1];
    copy.name[1] = 'L';
    for (int i = 0; i < 2; i++)
        printf("%s %d-%d-%d %d %d\n", people[i].name, people[i].born.year, people[i].born.month, people[i].born.day,
               people[i].size.width, people[i].size.height);
    printf("%d %g %s\n", people[0].number, (double)people[1].share, copy.name);
    return 0;
}
