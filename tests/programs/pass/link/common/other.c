int shared;
int initialised = 42;
char sized[16];

void touch(void) {
    shared = initialised / 2;
    sized[15] = 9;
}

int last_of_sized(void) { return sized[15] + sized[0]; }
