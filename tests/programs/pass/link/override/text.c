int isupper(int c);

int shouting(const char *text) {
    for (; *text; text++)
        if (isupper(*text))
            return 1;
    return 0;
}
