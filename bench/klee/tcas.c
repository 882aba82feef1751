// TCAS, the collision avoidance of the 2015 paper and of the Siemens programs: twelve inputs, one decision at the end.
//
// Short-circuits and repeated calls are those of the original; the names are ours.
#include <stdbool.h>

#include "counterpoint.h"

#define MOST_RATE 600
#define LEAST_SEPARATION 600
#define SAFE_SEPARATION 300
#define CLIMB_BONUS 100

enum advice { UNRESOLVED, UPWARD, DOWNWARD };

struct situation {
    int separation;
    int high_confidence;
    int two_of_three_valid;
    int own_altitude;
    int own_rate;
    int other_altitude;
    int layer;
    int up_separation;
    int down_separation;
    int other_advice;
    int other_capability;
    int climb_inhibited;
};

static const int thresholds[4] = {400, 500, 640, 740};

static int threshold(const struct situation *it) {
    return thresholds[it->layer];
}

static int climb_separation(const struct situation *it) {
    return it->climb_inhibited ? it->up_separation + CLIMB_BONUS : it->up_separation;
}

static bool is_below(const struct situation *it) {
    return it->own_altitude < it->other_altitude;
}

static bool is_above(const struct situation *it) {
    return it->other_altitude < it->own_altitude;
}

static bool may_climb(const struct situation *it) {
    if (climb_separation(it) > it->down_separation)
        return !is_below(it) || (is_below(it) && !(it->down_separation >= threshold(it)));
    return is_above(it) && it->separation >= SAFE_SEPARATION && it->up_separation >= threshold(it);
}

static bool may_descend(const struct situation *it) {
    if (climb_separation(it) > it->down_separation)
        return is_below(it) && it->separation >= SAFE_SEPARATION && it->down_separation >= threshold(it);
    return !is_above(it) || (is_above(it) && it->up_separation >= threshold(it));
}

static enum advice advise(const struct situation *it) {
    bool enabled = it->high_confidence && it->own_rate <= MOST_RATE && it->separation > LEAST_SEPARATION;
    bool equipped = it->other_capability == 1;
    bool unknown = it->two_of_three_valid && it->other_advice == 0;
    if (enabled && ((equipped && unknown) || !equipped)) {
        bool up = may_climb(it) && is_below(it);
        bool down = may_descend(it) && is_above(it);
        if (up && down)
            return UNRESOLVED;
        if (up)
            return UPWARD;
        if (down)
            return DOWNWARD;
    }
    return UNRESOLVED;
}

int main(void) {
    struct situation it;
    cp_symbolic(&it, sizeof it, "situation");
    cp_assume(it.layer >= 0 && it.layer < 4);
    return advise(&it);
}
