// A global union that begins with a number keeps no address.
//@ entry: take
union word {
    unsigned long number;
    int *place;
};

static union word last = {.number = 12};

int take(int is_place) {
    if (is_place)
        return last.place && *last.place == 5;
    return last.number * 2 == 30;
}
