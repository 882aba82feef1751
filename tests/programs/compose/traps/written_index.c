//@ paths: 5
// The callee writes at an index that an input says; its caller reads a fixed cell.
#include "counterpoint.h"

static int put(char *board, unsigned i, char mark) {
    if (i > 8)
        return 0;
    board[i] = mark;
    return 1;
}

int main(void) {
    char board[9] = {0};
    unsigned i, j;
    cp_symbolic(&i, sizeof i, "i");
    cp_symbolic(&j, sizeof j, "j");
    if (!put(board, i, 'x'))
        return 1;
    if (!put(board, j, 'o'))
        return 2;
    cp_assert(!(board[4] == 'x' && board[0] == 'o')); //~ BUG assertion-failure
    return 0;
}
