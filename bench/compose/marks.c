// 60 marks out of 100 become grades, which are counted in a table behind a pointer: 5^60 paths. The assertion that fails
// is about the table.
#include "counterpoint.h"

enum { MARKS = 60 };

struct table {
    int failed, passed, distinguished;
};

static int grade(int mark) {
    if (mark < 40)
        return 1;
    if (mark < 55)
        return 2;
    if (mark < 70)
        return 3;
    if (mark < 85)
        return 4;
    return 5;
}

static void enter(struct table *table, int grade) {
    if (grade == 1)
        table->failed++;
    else if (grade == 5)
        table->distinguished++;
    else
        table->passed++;
}

int main(void) {
    unsigned char marks[MARKS];
    struct table table = {0, 0, 0};
    cp_symbolic(marks, sizeof marks, "marks");
    for (int i = 0; i < MARKS; i++)
        enter(&table, grade(marks[i]));
    cp_assert(!(table.failed == 7 && table.distinguished == table.passed + 3));
    return 0;
}
