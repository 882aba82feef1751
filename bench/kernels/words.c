// Byte-wise string work: splits a text into words, hashes each and counts them in an open-addressed table.
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 64 };

static const char text[] =
    "counterpoint is the art of combining melodies so that each keeps its own line and yet all of them "
    "sound together as one the older lines answer the newer lines and the newer lines answer the older "
    "until every voice has said what it had to say";

static unsigned keys[SLOTS], counts[SLOTS];

static void count_word(unsigned hash)
{
    unsigned slot = hash % SLOTS;
    while (counts[slot] && keys[slot] != hash)
        slot = (slot + 1) % SLOTS;
    keys[slot] = hash;
    counts[slot]++;
}

static void count_words(const char *at)
{
    unsigned hash = 2166136261u;
    for (; *at; at++) {
        if (*at == ' ') {
            count_word(hash);
            hash = 2166136261u;
        } else {
            hash = (hash ^ (unsigned char)*at) * 16777619u;
        }
    }
    count_word(hash);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 7000;
    for (int round = 0; round < rounds; round++)
        count_words(text);
    unsigned sum = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        sum = sum * 31 + keys[slot] * counts[slot];
    printf("words %u\n", sum);
    return 0;
}
