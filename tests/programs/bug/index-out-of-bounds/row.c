// The element behind a row is the next row's first.
static int board[3][3];

static void mark(int row, int column) {
    board[row][column] = 1; //~ BUG index-out-of-bounds
}

int main(void) {
    mark(0, 2);
    mark(0, 3);
    return board[1][0];
}
