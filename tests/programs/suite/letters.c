// C has more letters than ASCII.
//@ has: ß
//@ says: complete: yes
struct s {
    int größe;
    struct s *nächst;
};

int prüfe(struct s *ß, int é) {
    if (!ß || !ß->nächst)
        return 0;
    if (ß->nächst->größe > é)
        return 1;
    return 2;
}
