// A small cellular automaton on two swapped buffers.
#include <stdio.h>
#include <string.h>

enum { SIZE = 8 };
typedef unsigned char board[SIZE][SIZE];

static int neighbours(board cells, int row, int column) {
    int count = 0;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++)
            if (i || j)
                count += cells[(row + i + SIZE) % SIZE][(column + j + SIZE) % SIZE];
    return count;
}

static void step(board from, board to) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            int n = neighbours(from, i, j);
            to[i][j] = n == 3 || (n == 2 && from[i][j]);
        }
}

int main(void) {
    board boards[2];
    memset(boards, 0, sizeof boards);
    boards[0][0][1] = boards[0][1][2] = boards[0][2][0] = boards[0][2][1] = boards[0][2][2] = 1;
    for (int turn = 0; turn < 12; turn++)
        step(boards[turn % 2], boards[(turn + 1) % 2]);
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++)
            putchar(boards[0][i][j] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
