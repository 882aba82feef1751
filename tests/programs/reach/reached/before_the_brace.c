// The closing brace is not all that is on its line.
int pick(int x) {
    switch (x) {
    case 1: return 3;
    case 2: return 4;
    }
    if (x != 77)
        return x > 0;
    return 5; } //~ TARGET reached
