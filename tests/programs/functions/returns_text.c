// The names of colours.
//@ entry: name
//@ paths: 3
enum colour { RED, GREEN };

const char *name(enum colour colour) {
    switch (colour) {
    case RED:
        return "red";
    case GREEN:
        return "green";
    }
    return 0;
}
