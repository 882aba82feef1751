//@ stdin-file: sample.txt
// lz: compresses standard input, decompresses it again, compares, and reports what was saved.
//
// LZ77: a token is either a run of literal bytes or a match, a copy of bytes already seen.
//     0nnnnnnn                      n+1 literals follow
//     1nnnnnnn oooooooo oooooooo    copy n+MIN_MATCH bytes from 1+o bytes back
// Matches are found through a hash of the next three bytes and chains of earlier places. A copy may
// overlap what it writes; that is how runs become short.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MIN_MATCH = 4,
    MAX_MATCH = 127 + MIN_MATCH,
    MAX_LITERALS = 128,
    WINDOW = 65536,
    HASH_SIZE = 4096,
    MAX_CHAIN = 32,
};

struct buffer {
    uint8_t *bytes;
    size_t size, capacity;
};

struct match {
    size_t length, distance;
};

// The places where each hash was seen last, and for each place the one before it; -1 ends a chain.
struct index {
    int32_t heads[HASH_SIZE];
    int32_t *previous;
};

static void *checked(void *memory) {
    if (!memory) {
        fputs("lz: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void put(struct buffer *buffer, uint8_t byte) {
    if (buffer->size == buffer->capacity) {
        buffer->capacity = buffer->capacity ? 2 * buffer->capacity : 64;
        buffer->bytes = checked(realloc(buffer->bytes, buffer->capacity));
    }
    buffer->bytes[buffer->size++] = byte;
}

static void put_literals(struct buffer *out, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        size_t part = count < MAX_LITERALS ? count : MAX_LITERALS;
        put(out, (uint8_t)(part - 1));
        for (size_t i = 0; i < part; i++)
            put(out, bytes[i]);
        bytes += part;
        count -= part;
    }
}

static void put_match(struct buffer *out, struct match match) {
    size_t offset = match.distance - 1;
    put(out, (uint8_t)(0x80 | (match.length - MIN_MATCH)));
    put(out, (uint8_t)(offset & 0xff));
    put(out, (uint8_t)(offset >> 8));
}

static unsigned hash3(const uint8_t *bytes) {
    uint32_t word = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
    return (word * 2654435761u) >> 20;
}

static void remember(struct index *index, const struct buffer *in, size_t at) {
    if (at + 3 > in->size)
        return;
    unsigned hash = hash3(in->bytes + at);
    index->previous[at] = index->heads[hash];
    index->heads[hash] = (int32_t)at;
}

static size_t common_length(const struct buffer *in, size_t earlier, size_t at) {
    size_t length = 0;
    while (length < MAX_MATCH && at + length < in->size && in->bytes[earlier + length] == in->bytes[at + length])
        length++;
    return length;
}

static struct match longest_match(const struct index *index, const struct buffer *in, size_t at) {
    struct match best = {0, 0};
    if (at + MIN_MATCH > in->size)
        return best;
    int32_t candidate = index->heads[hash3(in->bytes + at)];
    for (int tries = 0; candidate >= 0 && tries < MAX_CHAIN; tries++) {
        size_t distance = at - (size_t)candidate;
        if (distance > WINDOW)
            break;
        size_t length = common_length(in, (size_t)candidate, at);
        if (length > best.length)
            best = (struct match){length, distance};
        candidate = index->previous[candidate];
    }
    return best;
}

static struct buffer compress(const struct buffer *in) {
    struct buffer out = {0};
    struct index index = {.previous = checked(malloc((in->size + 1) * sizeof(int32_t)))};
    for (int i = 0; i < HASH_SIZE; i++)
        index.heads[i] = -1;
    size_t at = 0, pending = 0; // `pending` literals before `at` are not written yet
    while (at < in->size) {
        struct match match = longest_match(&index, in, at);
        size_t step = 1;
        if (match.length >= MIN_MATCH) {
            put_literals(&out, in->bytes + at - pending, pending);
            put_match(&out, match);
            pending = 0;
            step = match.length;
        } else {
            pending++;
        }
        while (step--)
            remember(&index, in, at++);
    }
    if (pending)
        put_literals(&out, in->bytes + at - pending, pending);
    free(index.previous);
    return out;
}

// Answers false if the input is not what `compress` writes; what was decoded so far is in `out`.
static bool decompress(const struct buffer *in, struct buffer *out) {
    size_t at = 0;
    while (at < in->size) {
        uint8_t token = in->bytes[at++];
        size_t count = token & 0x7f;
        if (token & 0x80) {
            if (in->size - at < 2)
                return false;
            size_t distance = 1 + in->bytes[at] + ((size_t)in->bytes[at + 1] << 8);
            at += 2;
            if (distance > out->size)
                return false;
            for (size_t i = 0; i < count + MIN_MATCH; i++)
                put(out, out->bytes[out->size - distance]);
        } else {
            if (in->size - at < count + 1)
                return false;
            for (size_t i = 0; i <= count; i++)
                put(out, in->bytes[at++]);
        }
    }
    return true;
}

static bool same(const struct buffer *a, const struct buffer *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

static uint32_t checksum(const struct buffer *buffer) {
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < buffer->size; i++) {
        low = (low + buffer->bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

// Cuts and flips bytes of a good file: decompress must notice or decode something, never misbehave.
static int damaged_and_noticed(const struct buffer *good) {
    int noticed = 0;
    for (size_t at = 0; at < good->size; at += 7) {
        struct buffer bad = {0}, out = {0};
        for (size_t i = 0; i < good->size - at % 3; i++)
            put(&bad, i == at ? good->bytes[i] ^ 0xff : good->bytes[i]);
        noticed += !decompress(&bad, &out);
        free(bad.bytes);
        free(out.bytes);
    }
    return noticed;
}

int main(void) {
    struct buffer input = {0}, output = {0};
    for (int c; (c = getchar()) != EOF;)
        put(&input, (uint8_t)c);
    struct buffer packed = compress(&input);
    bool ok = decompress(&packed, &output) && same(&input, &output);
    printf("%zu bytes -> %zu bytes", input.size, packed.size);
    if (input.size)
        printf(" (%.1f%%)", 100.0 * (double)packed.size / (double)input.size);
    printf("\nchecksum %08x of the input, %08x of the packed bytes\n", checksum(&input), checksum(&packed));
    printf("round trip %s\n", ok ? "ok" : "FAILED");
    printf("%d damaged files noticed\n", damaged_and_noticed(&packed));
    free(input.bytes);
    free(packed.bytes);
    free(output.bytes);
    return ok ? 0 : 1;
}
