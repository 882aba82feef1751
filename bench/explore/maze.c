// A way through a maze, one letter a step. The memory of the maze is read at places that the input decides.
#include "counterpoint.h"

#include <string.h>

#define STEPS 18

static const char plan[7][12] = {
    "+-+---+---+", "| |     |#|", "| | --+ | |", "| |   | | |", "| +-- | | |", "|     |   |", "+-----+---+",
};

int main(void) {
    char maze[7][12];
    memcpy(maze, plan, sizeof maze);
    char steps[STEPS];
    cp_symbolic(steps, sizeof steps, "steps");
    int x = 1, y = 1;
    for (int i = 0; i < STEPS; i++) {
        int old_x = x, old_y = y;
        maze[y][x] = 'X';
        switch (steps[i]) {
        case 'w': y--; break;
        case 's': y++; break;
        case 'a': x--; break;
        case 'd': x++; break;
        default: return 1;
        }
        if (maze[y][x] == '#')
            return 0;
        if (maze[y][x] != ' ') {
            x = old_x;
            y = old_y;
        }
        if (x == old_x && y == old_y)
            return 2;
    }
    return 3;
}
