// Pointers that are ordered or subtracted lead into one object, as C says: paths on which they don't are not explored.
//@ entry: spaces
//@ max-length: 3
long spaces(const char *s, const char *end) {
    long count = 0;
    while (s < end) {
        if (*s++ == ' ')
            count++;
    }
    return count > 2 ? end - s : count;
}
