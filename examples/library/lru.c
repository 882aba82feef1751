//@ entry: cache_touch
// lru: a cache of numbers by key that forgets what was used least recently.
//
// Every entry is in a chain of its bucket, where it is found, and in the order of use, a doubly linked list from the newest
// to the oldest.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

enum { BUCKETS = 2 };

struct entry {
    unsigned key;
    int value;
    struct entry *chained; // the next one in its bucket
    struct entry *newer;
    struct entry *older;
};

struct cache {
    struct entry *buckets[BUCKETS];
    struct entry *newest;
    struct entry *oldest;
    size_t count;
    size_t capacity; // at least 1
    unsigned hits;
    unsigned misses;
};

static struct entry **bucket_of(struct cache *cache, unsigned key) {
    return &cache->buckets[key % BUCKETS];
}

// Does the order of use lead from the newest to the oldest entry, and back?
static bool order_is_valid(const struct cache *cache) {
    size_t count = 0;
    const struct entry *newer = NULL;
    for (const struct entry *entry = cache->newest; entry; entry = entry->older) {
        if (entry->newer != newer)
            return false;
        newer = entry;
        count++;
    }
    return cache->oldest == newer && count == cache->count;
}

// Is an entry in the chain where it belongs, and no other with its key?
static bool is_chained(const struct cache *cache, const struct entry *wanted) {
    bool is_found = false;
    const struct entry *entry = cache->buckets[wanted->key % BUCKETS];
    for (; entry; entry = entry->chained) {
        if (entry == wanted)
            is_found = true;
        else if (entry->key == wanted->key)
            return false;
    }
    return is_found;
}

// Are the chains as long together as the order of use?
static bool chains_are_valid(const struct cache *cache) {
    REQUIRE(order_is_valid(cache));
    size_t left = 0;
    for (const struct entry *entry = cache->newest; entry; entry = entry->older)
        left++;
    for (int i = 0; i < BUCKETS; i++)
        for (const struct entry *entry = cache->buckets[i]; entry; entry = entry->chained)
            if (left-- == 0)
                return false;
    return left == 0;
}

bool cache_is_valid(const struct cache *cache) {
    if (!cache || cache->capacity == 0 || cache->count > cache->capacity)
        return false;
    if (!order_is_valid(cache) || !chains_are_valid(cache))
        return false;
    for (const struct entry *entry = cache->newest; entry; entry = entry->older)
        if (!is_chained(cache, entry))
            return false;
    return true;
}

struct cache *cache_new(size_t capacity) {
    struct cache *cache = capacity > 0 ? calloc(1, sizeof *cache) : NULL;
    if (cache)
        cache->capacity = capacity;
    return cache;
}

void cache_free(struct cache *cache) {
    if (!cache)
        return;
    REQUIRE(cache_is_valid(cache));
    struct entry *entry = cache->newest;
    while (entry) {
        struct entry *older = entry->older;
        free(entry);
        entry = older;
    }
    free(cache);
}

static struct entry *find(struct cache *cache, unsigned key) {
    struct entry *entry = *bucket_of(cache, key);
    while (entry && entry->key != key)
        entry = entry->chained;
    return entry;
}

// Takes an entry out of the order of use.
static void forget_order(struct cache *cache, struct entry *entry) {
    if (entry->newer)
        entry->newer->older = entry->older;
    else
        cache->newest = entry->older;
    if (entry->older)
        entry->older->newer = entry->newer;
    else
        cache->oldest = entry->newer;
}

// Makes an entry the newest one.
static void push_newest(struct cache *cache, struct entry *entry) {
    entry->newer = NULL;
    entry->older = cache->newest;
    if (cache->newest)
        cache->newest->newer = entry;
    else
        cache->oldest = entry;
    cache->newest = entry;
}

static void unchain(struct cache *cache, struct entry *entry) {
    struct entry **link = bucket_of(cache, entry->key);
    while (*link != entry)
        link = &(*link)->chained;
    *link = entry->chained;
}

static void discard(struct cache *cache, struct entry *entry) {
    forget_order(cache, entry);
    unchain(cache, entry);
    cache->count--;
    free(entry);
}

// What is stored for a key, which makes it the newest; NULL if there is nothing.
int *cache_get(struct cache *cache, unsigned key) {
    REQUIRE(cache_is_valid(cache));
    struct entry *entry = find(cache, key);
    if (!entry) {
        cache->misses++;
        return NULL;
    }
    cache->hits++;
    if (cache->newest != entry) {
        forget_order(cache, entry);
        push_newest(cache, entry);
    }
    return &entry->value;
}

// The same without any effect on what is forgotten first.
const int *cache_peek(struct cache *cache, unsigned key) {
    REQUIRE(cache_is_valid(cache));
    struct entry *entry = find(cache, key);
    return entry ? &entry->value : NULL;
}

// Makes an entry the newest one if it is there.
bool cache_touch(struct cache *cache, unsigned key) {
    REQUIRE(cache_is_valid(cache));
    struct entry *entry = find(cache, key);
    if (!entry)
        return false;
    if (entry->newer)
        entry->newer->older = entry->older;
    if (entry->older)
        entry->older->newer = entry->newer;
    if (cache->oldest == entry && entry->newer)
        cache->oldest = entry->newer;
    entry->newer = NULL;
    // The seeded bug, a cycle: the newest entry becomes the older one of itself.
    entry->older = cache->newest;
    cache->newest->newer = entry == cache->newest ? NULL : entry;
    cache->newest = entry;
    assert(order_is_valid(cache)); //~ BUG assertion-failure
    return true;
}

// Stores a value, if need be in place of the oldest; false if memory ran out.
bool cache_put(struct cache *cache, unsigned key, int value) {
    REQUIRE(cache_is_valid(cache));
    int *known = cache_get(cache, key);
    if (known) {
        *known = value;
        return true;
    }
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return false;
    if (cache->count == cache->capacity)
        discard(cache, cache->oldest);
    struct entry **bucket = bucket_of(cache, key);
    *entry = (struct entry){.key = key, .value = value, .chained = *bucket};
    *bucket = entry;
    push_newest(cache, entry);
    cache->count++;
    return true;
}

bool cache_remove(struct cache *cache, unsigned key) {
    REQUIRE(cache_is_valid(cache));
    struct entry *entry = find(cache, key);
    if (entry)
        discard(cache, entry);
    return entry != NULL;
}

// Changes how much is kept, and forgets the oldest entries that are too many.
bool cache_resize(struct cache *cache, size_t capacity) {
    REQUIRE(cache_is_valid(cache));
    if (capacity == 0)
        return false;
    while (cache->count > capacity)
        discard(cache, cache->oldest);
    cache->capacity = capacity;
    return true;
}

// The key that would be forgotten first.
bool cache_oldest_key(const struct cache *cache, unsigned *key) {
    REQUIRE(cache_is_valid(cache));
    REQUIRE(key != NULL);
    if (!cache->oldest)
        return false;
    *key = cache->oldest->key;
    return true;
}

// Hits in percent of all that was asked for, or -1.
int cache_hit_rate(const struct cache *cache) {
    REQUIRE(cache != NULL);
    unsigned long asked = (unsigned long)cache->hits + cache->misses;
    if (asked == 0)
        return -1;
    return (int)(100ul * cache->hits / asked);
}
