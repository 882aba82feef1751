//@ paths: 3
//@ complete: true
// Cases that share their code are one path.
#include "counterpoint.h"

int main(void) {
    unsigned char letter;
    cp_symbolic(&letter, sizeof letter, "letter");
    switch (letter) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
        return 1;
    case '0':
        return 2;
    default:
        return 3;
    }
}
