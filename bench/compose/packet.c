// The headers of a packet, in the manner of SIP with its names of one letter: "v: 1; f: a; t: b". Blanks may be almost
// anywhere, and each parser first calls `skip_blanks`: twelve times in all. A packet has SIZE characters.
//
// Ours, after the packet parser of the 2007 paper, whose helper that removes blanks is called all over.
#include "counterpoint.h"

#ifndef SIZE
#define SIZE 8
#endif

static int skip_blanks(const char *s, int at) {
    while (s[at] == ' ')
        at++;
    return at;
}

// The place behind a field of that name and its semicolon, or -1. The last field needs no semicolon.
static int parse_field(const char *s, int at, char name) {
    at = skip_blanks(s, at);
    if (s[at] != name)
        return -1;
    at = skip_blanks(s, at + 1);
    if (s[at] != ':')
        return -1;
    at = skip_blanks(s, at + 1);
    if (s[at] == 0 || s[at] == ';')
        return -1;
    at = skip_blanks(s, at + 1);
    if (s[at] == 0)
        return at;
    return s[at] == ';' ? at + 1 : -1;
}

int main(void) {
    char packet[SIZE + 1];
    cp_symbolic(packet, SIZE, "packet");
    packet[SIZE] = 0;
    int at = parse_field(packet, 0, 'v');
    if (at < 0)
        return 1;
    at = parse_field(packet, at, 'f');
    if (at < 0)
        return 2;
    at = parse_field(packet, at, 't');
    if (at < 0)
        return 3;
    return 0;
}
