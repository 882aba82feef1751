struct entry {
    char *words;
};

int has_words(struct entry *entry) {
    return entry && entry->words;
}
