// The wheel brake system of the 2015 paper, for three steps with inputs of their own: 24^3 = 13,824 paths.
//
// Chains of comparisons are in the order of the original, which is in Java; names and the exit code are ours.
#include <stdbool.h>

#include "counterpoint.h"

#define STEPS 3

struct brakes {
    int mode;
    int previous_command;
    int previous_normal;
    int normal_pressure;
    int alternate_pressure;
};

// A part of the pressure, by a position from 0 to 4.
static int scaled(int pressure, int position) {
    if (position == 0)
        return 0;
    if (position == 1)
        return pressure / 4;
    if (position == 2)
        return pressure / 2;
    if (position == 3)
        return pressure / 4 * 3;
    if (position == 4)
        return pressure;
    return 0;
}

static int pedal_position(int pedal) {
    if (pedal == 0)
        return 0;
    if (pedal == 1)
        return 1;
    if (pedal == 2)
        return 2;
    if (pedal == 3)
        return 3;
    if (pedal == 4)
        return 4;
    return 0;
}

static int bucket(int command) {
    if (command >= 0 && command < 1)
        return 0;
    if (command >= 1 && command < 2)
        return 1;
    if (command >= 2 && command < 3)
        return 2;
    if (command >= 3 && command < 4)
        return 3;
    return 4;
}

static void update(struct brakes *it, int pedal, bool auto_brake, bool skid) {
    bool is_normal = it->mode == 0;
    int position = pedal_position(pedal);
    int command = auto_brake && is_normal ? 1 : 0;
    bool alternate = (it->previous_command != 0 && it->previous_normal <= 0 && is_normal) || !is_normal;
    int anti_skid = alternate ? (skid ? 0 : 4) : 4;
    int green = alternate ? 0 : 5;
    int blue = green >= 1 ? 0 : 5;
    int accumulated = !alternate ? 0 : blue >= 1 ? blue : 5;
    int metered = scaled(accumulated, anti_skid);
    int normal_command = skid ? 0 : command + position;
    int valve = alternate ? 0 : bucket(normal_command);
    int selected = green >= 1 ? green : 0;
    it->normal_pressure = scaled(selected, valve);
    it->alternate_pressure = scaled(metered, position);
    it->previous_normal = it->normal_pressure;
    it->previous_command = valve;
    it->mode = alternate ? 1 : 0;
}

int main(void) {
    struct brakes brakes = {.previous_normal = 100};
    for (int step = 0; step < STEPS; step++) {
        int pedal;
        unsigned char auto_brake, skid;
        cp_symbolic(&pedal, sizeof pedal, "pedal");
        cp_symbolic(&auto_brake, sizeof auto_brake, "auto_brake");
        cp_symbolic(&skid, sizeof skid, "skid");
        update(&brakes, pedal, auto_brake != 0, skid != 0);
    }
    return 16 * brakes.mode + brakes.normal_pressure + brakes.alternate_pressure;
}
