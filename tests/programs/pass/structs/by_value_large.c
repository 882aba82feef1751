// Structures too large for registers are copied: the callee's changes stay its own.
#include <stdio.h>

struct matrix {
    int cells[3][3];
};

static struct matrix transpose(struct matrix m) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            int cell = m.cells[i][j];
            m.cells[i][j] = m.cells[j][i];
            m.cells[j][i] = cell;
        }
    return m;
}

static int sum(int before, struct matrix m, int after) {
    int total = before * 1000 + after;
    for (int i = 0; i < 9; i++)
        total += m.cells[i / 3][i % 3];
    return total;
}

int main(void) {
    struct matrix m = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
    struct matrix t = transpose(m);
    printf("%d %d %d %d\n", m.cells[0][2], t.cells[0][2], t.cells[2][0], sum(1, t, 2));
    printf("%d\n", transpose(transpose(m)).cells[1][2]);
    return 0;
}
