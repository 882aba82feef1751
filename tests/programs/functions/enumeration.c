// An enum may have values that have no name.
//@ entry: degrees
//@ paths: 4
enum direction { NORTH, EAST = 5, SOUTH };

int degrees(enum direction direction) {
    switch (direction) {
    case NORTH:
        return 0;
    case EAST:
        return 90;
    case SOUTH:
        return 180;
    }
    return -1;
}
