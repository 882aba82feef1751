typedef struct {
    int x;
} pair;
extern pair last;
