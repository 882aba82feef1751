// The score of a word of 40 letters, each worth from 1 to 10 points or, if it isn't a letter, none: 7^40 ways to count.
#include "counterpoint.h"

enum { LETTERS = 40 };

static int points(char letter) {
    switch (letter) {
    case 'a': case 'e': case 'i': case 'o': case 'u': case 'l': case 'n': case 's': case 't': case 'r':
        return 1;
    case 'd': case 'g':
        return 2;
    case 'b': case 'c': case 'm': case 'p':
        return 3;
    case 'f': case 'h': case 'v': case 'w': case 'y':
        return 4;
    case 'k':
        return 5;
    case 'j': case 'x': case 'q': case 'z':
        return 10;
    default:
        return 0;
    }
}

int main(void) {
    char word[LETTERS];
    int score = 0;
    cp_symbolic(word, sizeof word, "word");
    for (int i = 0; i < LETTERS; i++)
        score += points(word[i]);
    cp_assert(score != 393);
    return 0;
}
