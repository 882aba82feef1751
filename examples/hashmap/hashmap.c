//@ args: 8
//@ stdin-file: sample.txt
// hashmap: counts the words of standard input and prints the N most frequent: `hashmap [N]`.
//
// The map is open addressing with linear probing. Deleting moves the entries that follow back into the
// gap, so there are no tombstones and a lookup ends at the first empty place.
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key; // NULL: the place is empty
    long value;
};

struct map {
    struct entry *entries;
    size_t capacity; // a power of two, or 0
    size_t count;
};

static void *checked(void *memory) {
    if (!memory) {
        fputs("hashmap: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static uint32_t hash(const char *key) {
    uint32_t hash = 2166136261u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    return hash;
}

// Where the key is, or the empty place where it would go. The map is never full.
static size_t place_of(const struct map *map, const char *key) {
    size_t at = hash(key) & (map->capacity - 1);
    while (map->entries[at].key && strcmp(map->entries[at].key, key) != 0)
        at = (at + 1) & (map->capacity - 1);
    return at;
}

static void map_resize(struct map *map, size_t capacity) {
    struct map larger = {checked(calloc(capacity, sizeof *larger.entries)), capacity, map->count};
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].key)
            larger.entries[place_of(&larger, map->entries[i].key)] = map->entries[i];
    free(map->entries);
    *map = larger;
}

static long *map_find(const struct map *map, const char *key) {
    if (map->count == 0)
        return NULL;
    struct entry *entry = &map->entries[place_of(map, key)];
    return entry->key ? &entry->value : NULL;
}

// The value of the key, which is added with 0 if it is not there.
static long *map_at(struct map *map, const char *key) {
    if (4 * (map->count + 1) > 3 * map->capacity)
        map_resize(map, map->capacity ? 2 * map->capacity : 8);
    struct entry *entry = &map->entries[place_of(map, key)];
    if (!entry->key) {
        entry->key = checked(strdup(key));
        map->count++;
    }
    return &entry->value;
}

// May the entry at `at` move back to `gap`? Only if its home is not between the two.
static bool may_fill(const struct map *map, size_t gap, size_t at) {
    size_t mask = map->capacity - 1;
    size_t home = hash(map->entries[at].key) & mask;
    return ((at - home) & mask) >= ((at - gap) & mask);
}

static bool map_remove(struct map *map, const char *key) {
    if (!map_find(map, key))
        return false;
    size_t mask = map->capacity - 1, gap = place_of(map, key);
    free(map->entries[gap].key);
    for (size_t at = (gap + 1) & mask; map->entries[at].key; at = (at + 1) & mask) {
        if (may_fill(map, gap, at)) {
            map->entries[gap] = map->entries[at];
            gap = at;
        }
    }
    map->entries[gap] = (struct entry){NULL, 0};
    map->count--;
    return true;
}

static void map_free(struct map *map) {
    for (size_t i = 0; i < map->capacity; i++)
        free(map->entries[i].key);
    free(map->entries);
    *map = (struct map){0};
}

// The word count.

static bool read_word(char *word, size_t size) {
    int c;
    while ((c = getchar()) != EOF && !isalpha(c))
        ;
    size_t length = 0;
    for (; c != EOF && (isalpha(c) || c == '\''); c = getchar())
        if (length + 1 < size)
            word[length++] = (char)tolower(c);
    word[length] = 0;
    return length > 0;
}

static int by_count(const void *a, const void *b) {
    const struct entry *left = a, *right = b;
    if (left->value != right->value)
        return left->value < right->value ? 1 : -1;
    return strcmp(left->key, right->key);
}

static void print_most_frequent(const struct map *map, size_t wanted) {
    struct entry *sorted = checked(malloc((map->count + 1) * sizeof *sorted));
    size_t count = 0;
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].key)
            sorted[count++] = map->entries[i];
    qsort(sorted, count, sizeof *sorted, by_count);
    for (size_t i = 0; i < count && i < wanted; i++)
        printf("%5ld %s\n", sorted[i].value, sorted[i].key);
    free(sorted);
}

int main(int argc, char **argv) {
    static const char *const ignored[] = {"the", "a", "an", "and", "of", "to", "in", "is"};
    long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    if (wanted <= 0) {
        fputs("usage: hashmap [N]\n", stderr);
        return 64;
    }
    struct map map = {0};
    char word[32];
    long words = 0;
    for (; read_word(word, sizeof word); words++)
        ++*map_at(&map, word);
    printf("%ld words, %zu different, %zu places\n", words, map.count, map.capacity);
    size_t removed = 0;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        removed += map_remove(&map, ignored[i]);
    printf("%zu frequent ones left out\n", removed);
    print_most_frequent(&map, (size_t)wanted);
    map_free(&map);
    return 0;
}
