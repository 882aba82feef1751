// A program that calls what is defined nowhere: its results are inputs like those that it marks.
//@ paths: 4
//@ complete: false
#include <counterpoint.h>

int sensor(int channel);

int main(void) {
    int channel = 0;
    cp_symbolic(&channel, sizeof channel, "channel");
    if (channel != 1)
        return 1;
    int first = sensor(channel);
    if (first > 100)
        return 2;
    return sensor(channel) == first ? 3 : 0;
}
