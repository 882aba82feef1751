//@ args: 2024-02-29
// Dates, as every program has them somewhere. These functions have no harness, and one has a bug that no
// date on a calendar shows: `counterpoint test` finds it.
#include <stdbool.h>
#include <stdio.h>

struct date {
    int year, month, day;
};

enum season { WINTER, SPRING, SUMMER, AUTUMN };

static bool is_leap(int year) {
    if (year % 100 == 0)
        return year % 400 == 0;
    return year % 4 == 0;
}

static int days_in(int year, int month) {
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month < 0 || month > 12)
        return 0;
    if (month == 2 && is_leap(year))
        return 29;
    return days[month - 1];
}

bool is_valid(struct date date) {
    if (date.day < 1)
        return false;
    return date.day <= days_in(date.year, date.month);
}

enum season season_of(const struct date *date) {
    if (date->month == 12 || date->month <= 2)
        return WINTER;
    if (date->month <= 5)
        return SPRING;
    if (date->month <= 8)
        return SUMMER;
    return AUTUMN;
}

/* Reads "hh:mm"; gives the minutes since midnight, or -1. */
int parse_time(const char *text) {
    int parts[2];
    for (int i = 0; i < 2; i++) {
        if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
            return -1;
        parts[i] = (text[0] - '0') * 10 + text[1] - '0';
        text += 2;
        if (*text != (i == 0 ? ':' : '\0'))
            return -1;
        text++;
    }
    return parts[0] < 24 && parts[1] < 60 ? parts[0] * 60 + parts[1] : -1;
}

int main(int argc, char **argv) {
    struct date date;
    if (argc != 2 || sscanf(argv[1], "%d-%d-%d", &date.year, &date.month, &date.day) != 3) {
        fprintf(stderr, "usage: dates YEAR-MONTH-DAY\n");
        return 2;
    }
    printf("%s, season %d, noon is %d\n", is_valid(date) ? "valid" : "invalid", season_of(&date), parse_time("12:00"));
    return 0;
}
