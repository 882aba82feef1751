static inline int is_limit(int x) {
    if (x == 640)
        return 1;
    return 0;
}
