typedef struct {
    int x;
} pair;
pair last;
