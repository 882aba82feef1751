// Parameters and globals that are called like symbols of ours, and like each other.
//@ entry: match
//@ paths: 7
int argc, length, null, count;

int match(int argc, const char *length, const unsigned *null) {
    if (argc == 3)
        return 1;
    if (!length)
        return 2;
    if (length[0] == 'a')
        return count == 5 ? 3 : 4;
    if (!null)
        return 5;
    if (null[0] == 9)
        return 6;
    return 7;
}

int other(void) { return argc + length + null; }
