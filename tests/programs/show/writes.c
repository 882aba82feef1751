// What is written: through a pointer, to a field, to a global variable, and a part of one.
#include "counterpoint.h"

enum state { IDLE, BUSY, DONE };

struct job {
    enum state state;
    unsigned char priority;
    int steps[2];
};

static unsigned count;
static int words[2];

static void advance(struct job *job, int *left) {
    count++;
    if (job->state == DONE)
        return;
    if (*left <= 0) {
        job->state = DONE;
        return;
    }
    job->state = BUSY;
    job->steps[1] = *left + 1;
    *left -= 1;
    *(unsigned char *)&words[1] = job->priority;
}

int main(void) {
    struct job job = {IDLE, 3, {0, 0}};
    int left;
    cp_symbolic(&job.state, sizeof job.state, "state");
    cp_symbolic(&left, sizeof left, "left");
    cp_assume(left < 100);
    advance(&job, &left);
    if (left == 5 && count == 1 && words[1] == 3)
        return job.steps[1];
    return 0;
}
