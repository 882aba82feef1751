//@ paths: 6
//@ complete: true
// A keyword of five letters, compared letter by letter: five ways to differ, and one to agree.
#include "counterpoint.h"

int main(void) {
    static const char keyword[] = "while";
    char word[5];
    cp_symbolic(word, sizeof word, "word");
    for (int i = 0; i < 5; i++) {
        if (word[i] != keyword[i])
            return i;
    }
    cp_assert(0); //~ BUG assertion-failure
}
