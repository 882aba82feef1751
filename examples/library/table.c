//@ entry: table_count_mirrored
// table: a hash table from numbers to numbers, with open addressing and linear probing.
//
// At most three quarters of the slots are used. Removing moves what follows back into the gap, so that a lookup ends at the
// first slot that is free. Whatever adds a key may move all slots: pointers to values and cursors are good until then.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

struct slot {
    unsigned key;
    int value;
    bool is_used;
};

struct table {
    struct slot *slots;
    size_t capacity; // a power of two
    size_t count;
};

enum { FIRST_CAPACITY = 4, LARGEST_CAPACITY = 1 << 12 };

typedef int table_function(unsigned key, int value, void *context);

// Are there as many slots as a mask can select, and free ones among them?
bool table_is_valid(const struct table *table) {
    if (!table || !table->slots || table->capacity < FIRST_CAPACITY || table->capacity > LARGEST_CAPACITY)
        return false;
    if ((table->capacity & (table->capacity - 1)) != 0 || 4 * table->count > 3 * table->capacity)
        return false;
    size_t used = 0;
    for (size_t i = 0; i < table->capacity; i++)
        used += table->slots[i].is_used;
    return used == table->count;
}

static size_t hash(unsigned key) {
    return key ^ key >> 16;
}

static struct slot *slot_at(const struct table *table, size_t index) {
    REQUIRE(table->slots != NULL);
    REQUIRE(table->capacity > 0);
    REQUIRE(table->capacity <= LARGEST_CAPACITY);
    return &table->slots[index & (table->capacity - 1)];
}

// The slot of a key, or the free one where it would go.
static struct slot *find(const struct table *table, unsigned key) {
    REQUIRE(table_is_valid(table));
    size_t index = hash(key);
    while (slot_at(table, index)->is_used && slot_at(table, index)->key != key)
        index++;
    return slot_at(table, index);
}

bool table_init(struct table *table) {
    REQUIRE(table != NULL);
    table->slots = calloc(FIRST_CAPACITY, sizeof *table->slots);
    table->capacity = table->slots ? FIRST_CAPACITY : 0;
    table->count = 0;
    return table->slots != NULL;
}

void table_free(struct table *table) {
    REQUIRE(table != NULL);
    free(table->slots);
    *table = (struct table){NULL, 0, 0};
}

// The first free slot behind the best one of a key, in a table that is being filled.
static struct slot *free_slot(const struct table *table, unsigned key) {
    size_t index = hash(key);
    while (slot_at(table, index)->is_used)
        index++;
    return slot_at(table, index);
}

// Moves everything to twice as many slots.
static bool grow(struct table *table) {
    REQUIRE(table_is_valid(table));
    if (table->capacity == LARGEST_CAPACITY)
        return false;
    struct table larger = {calloc(2 * table->capacity, sizeof *larger.slots), 2 * table->capacity, table->count};
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].is_used)
            *free_slot(&larger, table->slots[i].key) = table->slots[i];
    free(table->slots);
    *table = larger;
    return true;
}

const int *table_get(const struct table *table, unsigned key) {
    REQUIRE(table_is_valid(table));
    const struct slot *slot = find(table, key);
    return slot->is_used ? &slot->value : NULL;
}

// The value of a key, which is 0 if it is a new one; NULL if memory ran out.
int *table_at(struct table *table, unsigned key) {
    REQUIRE(table_is_valid(table));
    struct slot *slot = find(table, key);
    if (slot->is_used)
        return &slot->value;
    if (4 * (table->count + 1) > 3 * table->capacity) {
        if (!grow(table))
            return NULL;
        slot = find(table, key);
    }
    *slot = (struct slot){key, 0, true};
    table->count++;
    return &slot->value;
}

bool table_put(struct table *table, unsigned key, int value) {
    int *place = table_at(table, key);
    if (place)
        *place = value;
    return place != NULL;
}

// How far a slot is behind the one where its key would be best.
static size_t distance(const struct table *table, size_t index) {
    return (index - hash(slot_at(table, index)->key)) & (table->capacity - 1);
}

bool table_remove(struct table *table, unsigned key) {
    REQUIRE(table_is_valid(table));
    struct slot *slot = find(table, key);
    if (!slot->is_used)
        return false;
    size_t gap = (size_t)(slot - table->slots);
    for (size_t next = gap + 1; slot_at(table, next)->is_used; next++) {
        if (distance(table, next) < next - gap)
            continue;
        *slot_at(table, gap) = *slot_at(table, next);
        gap = next;
    }
    slot_at(table, gap)->is_used = false;
    table->count--;
    return true;
}

// A walk over all slots of a table.
struct cursor {
    const struct slot *next;
    size_t left;
};

struct cursor table_begin(const struct table *table) {
    REQUIRE(table_is_valid(table));
    return (struct cursor){table->slots, table->capacity};
}

// The next slot that is used, or NULL at the end.
static const struct slot *advance(struct cursor *cursor) {
    while (cursor->left > 0) {
        const struct slot *slot = cursor->next;
        cursor->next++;
        cursor->left--;
        if (slot->is_used) //~ BUG use-after-free
            return slot;
    }
    return NULL;
}

// The sum of what a function makes of all keys and values.
long table_sum(const struct table *table, table_function *function, void *context) {
    REQUIRE(function != NULL);
    struct cursor cursor = table_begin(table);
    long sum = 0;
    for (const struct slot *slot = advance(&cursor); slot; slot = advance(&cursor))
        sum += function(slot->key, slot->value, context);
    return sum;
}

int table_is_above(unsigned key, int value, void *context) {
    (void)key;
    const int *limit = context;
    return value > *limit;
}

int table_is_odd(unsigned key, int value, void *context) {
    (void)value;
    (void)context;
    return key % 2 == 1;
}

// How many values are above a limit.
size_t table_count_above(const struct table *table, int limit) {
    return (size_t)table_sum(table, table_is_above, &limit);
}

// The key with the greatest value; false if the table is empty.
bool table_greatest(const struct table *table, unsigned *key) {
    REQUIRE(key != NULL);
    struct cursor cursor = table_begin(table);
    const struct slot *greatest = advance(&cursor);
    if (!greatest)
        return false;
    for (const struct slot *slot = advance(&cursor); slot; slot = advance(&cursor))
        if (slot->value > greatest->value)
            greatest = slot;
    *key = greatest->key;
    return true;
}

// Do two tables have the same keys with the same values?
bool table_equal(const struct table *a, const struct table *b) {
    REQUIRE(table_is_valid(b));
    struct cursor cursor = table_begin(a);
    if (a->count != b->count)
        return false;
    for (const struct slot *slot = advance(&cursor); slot; slot = advance(&cursor)) {
        const int *value = table_get(b, slot->key);
        if (!value || *value != slot->value)
            return false;
    }
    return true;
}

// Adds what another table has; values of keys that both have are added up. False if memory ran out.
bool table_add_all(struct table *table, const struct table *other) {
    REQUIRE(table_is_valid(table));
    REQUIRE(table->slots != other->slots);
    struct cursor cursor = table_begin(other);
    for (const struct slot *slot = advance(&cursor); slot; slot = advance(&cursor)) {
        int *value = table_at(table, slot->key);
        if (!value)
            return false;
        *value = (int)((unsigned)*value + (unsigned)slot->value);
    }
    return true;
}

// Gives every key's opposite the same value as the key itself. The seeded bug, a stale iterator: the table may grow
// under the cursor, which then goes on in the slots that it had before.
bool table_mirror(struct table *table) {
    struct cursor cursor = table_begin(table);
    for (const struct slot *slot = advance(&cursor); slot; slot = advance(&cursor))
        if (!table_put(table, ~slot->key, slot->value))
            return false;
    return true;
}

// How many different numbers an array has together with their opposites; 0 if memory ran out.
size_t table_count_mirrored(const unsigned *keys, size_t count) {
    struct table table;
    if (!table_init(&table))
        return 0;
    bool done = true;
    for (size_t i = 0; i < count && done; i++)
        done = table_put(&table, keys[i], 1);
    size_t different = done && table_mirror(&table) ? table.count : 0;
    table_free(&table);
    return different;
}
