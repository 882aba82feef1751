//@ entry: emitter_rehearse
// events: listeners that are called when something happens.
//
// A listener is a function and a context that it is handed. Listeners are called in the order of their priority, and of
// their registration where that is equal; one may say that the event goes no further.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

enum verdict { EVENT_GOES_ON, EVENT_IS_HANDLED };

struct event {
    int kind;
    long value;
};

typedef enum verdict event_handler(const struct event *event, void *context);

struct listener {
    int kind; // EVENT_ANY: whatever happens
    int priority;
    event_handler *handler;
    void *context;
    struct listener *next;
};

struct emitter {
    struct listener *listeners; // by priority, the highest first
    size_t count;
    unsigned emitted;
};

enum { EVENT_ANY = -1 };

// Does a list of listeners end? One that doesn't is found by somebody who walks twice as fast.
static bool ends(const struct listener *listener) {
    const struct listener *fast = listener;
    while (fast && fast->next) {
        listener = listener->next;
        fast = fast->next->next;
        if (fast && fast == listener)
            return false;
    }
    return true;
}

// A listener that is called once.
struct once {
    struct emitter *emitter;
    struct listener *listener;
    event_handler *handler;
    void *context;
};

enum verdict once_handler(const struct event *event, void *context);

// Does one that is called once know its listener, which nothing else is about?
static bool is_consistent(const struct emitter *emitter, const struct listener *listener) {
    if (listener->handler != once_handler)
        return true;
    const struct once *once = listener->context;
    if (!once || once->emitter != emitter || once->listener != listener)
        return false;
    if (!once->handler || once->handler == once_handler)
        return false;
    return once->context != once && once->context != listener;
}

// Are the listeners in order, with a handler each, and as many as they should be?
bool emitter_is_valid(const struct emitter *emitter) {
    if (!emitter || !ends(emitter->listeners))
        return false;
    size_t count = 0;
    for (const struct listener *listener = emitter->listeners; listener; listener = listener->next) {
        count++;
        if (!listener->handler || !is_consistent(emitter, listener))
            return false;
        if (listener->next && listener->next->priority > listener->priority)
            return false;
    }
    return count == emitter->count;
}

void emitter_init(struct emitter *emitter) {
    *emitter = (struct emitter){NULL, 0, 0};
}

void emitter_clear(struct emitter *emitter) {
    REQUIRE(emitter_is_valid(emitter));
    while (emitter->listeners) {
        struct listener *listener = emitter->listeners;
        emitter->listeners = listener->next;
        free(listener);
    }
    emitter->count = 0;
}

static bool is_wanted(const struct listener *listener, int kind) {
    return listener->kind == EVENT_ANY || listener->kind == kind;
}

// Registers a handler; NULL if memory ran out.
struct listener *emitter_on(struct emitter *emitter, int kind, int priority, event_handler *handler, void *context) {
    REQUIRE(emitter_is_valid(emitter));
    if (!handler)
        return NULL;
    struct listener *listener = malloc(sizeof *listener);
    if (!listener)
        return NULL;
    struct listener **link = &emitter->listeners;
    while (*link && (*link)->priority >= priority)
        link = &(*link)->next;
    *listener = (struct listener){kind, priority, handler, context, *link};
    *link = listener;
    emitter->count++;
    return listener;
}

// Removes one listener.
bool emitter_off(struct emitter *emitter, const struct listener *listener) {
    REQUIRE(emitter_is_valid(emitter));
    for (struct listener **link = &emitter->listeners; *link; link = &(*link)->next) {
        if (*link == listener) {
            struct listener *gone = *link;
            *link = gone->next;
            free(gone);
            emitter->count--;
            return true;
        }
    }
    return false;
}

// Removes all listeners with that handler and context, and says how many there were.
size_t emitter_off_all(struct emitter *emitter, event_handler *handler, const void *context) {
    REQUIRE(emitter_is_valid(emitter));
    size_t removed = 0;
    struct listener **link = &emitter->listeners;
    while (*link) {
        struct listener *listener = *link;
        if (listener->handler == handler && listener->context == context) {
            *link = listener->next;
            free(listener);
            removed++;
        } else {
            link = &listener->next;
        }
    }
    emitter->count -= removed;
    return removed;
}

// How many listeners an event of that kind has.
size_t emitter_listeners(const struct emitter *emitter, int kind) {
    REQUIRE(emitter_is_valid(emitter));
    size_t count = 0;
    for (const struct listener *listener = emitter->listeners; listener; listener = listener->next)
        count += is_wanted(listener, kind);
    return count;
}

// Calls the first listener that wants the event, and no other.
bool emitter_ask(struct emitter *emitter, const struct event *event) {
    REQUIRE(emitter_is_valid(emitter));
    const struct listener *listener = emitter->listeners;
    while (listener && !is_wanted(listener, event->kind))
        listener = listener->next;
    if (!listener)
        return false;
    return listener->handler(event, listener->context) == EVENT_IS_HANDLED;
}

// Calls the listeners of an event until one has handled it; says how many were called.
size_t emitter_emit(struct emitter *emitter, const struct event *event) {
    REQUIRE(emitter_is_valid(emitter));
    REQUIRE(event != NULL);
    size_t called = 0;
    emitter->emitted++;
    // The seeded bug, a callback that frees: a handler may take its own listener off the list.
    for (struct listener *listener = emitter->listeners; listener; listener = listener->next) { //~ BUG use-after-free
        if (!is_wanted(listener, event->kind))
            continue;
        called++;
        if (listener->handler(event, listener->context) == EVENT_IS_HANDLED)
            break;
    }
    return called;
}

// Is a context neither the one that is called once nor its listener, which are freed before it is used?
static bool stays(const void *context, const struct once *once, const struct listener *listener) {
    return context != once && context != listener;
}

// The handler of one that is called once: it takes itself off the list, which frees its listener.
enum verdict once_handler(const struct event *event, void *context) {
    struct once *once = context;
    event_handler *handler = once->handler;
    const struct listener *listener = once->listener;
    void *inner = once->context;
    REQUIRE(handler != once_handler);
    REQUIRE(stays(inner, once, listener));
    emitter_off(once->emitter, listener);
    free(once);
    return handler(event, inner);
}

bool emitter_once(struct emitter *emitter, int kind, event_handler *handler, void *context) {
    REQUIRE(emitter_is_valid(emitter));
    if (!handler)
        return false;
    struct once *once = malloc(sizeof *once);
    if (!once)
        return false;
    *once = (struct once){emitter, NULL, handler, context};
    once->listener = emitter_on(emitter, kind, 0, once_handler, once);
    if (once->listener)
        return true;
    free(once);
    return false;
}

// Handlers that are often wanted.

enum verdict event_count(const struct event *event, void *context) {
    (void)event;
    unsigned *count = context;
    ++*count;
    return EVENT_GOES_ON;
}

enum verdict event_latest(const struct event *event, void *context) {
    struct event *latest = context;
    *latest = *event;
    return EVENT_GOES_ON;
}

enum verdict event_swallow(const struct event *event, void *context) {
    (void)event;
    (void)context;
    return EVENT_IS_HANDLED;
}

// Events that wait for their turn, a ring of fixed size.
enum { QUEUE_ROOM = 4 };

struct event_queue {
    struct event events[QUEUE_ROOM];
    unsigned first;
    unsigned count;
};

bool queue_is_valid(const struct event_queue *queue) {
    return queue && queue->first < QUEUE_ROOM && queue->count <= QUEUE_ROOM;
}

bool queue_put(struct event_queue *queue, struct event event) {
    REQUIRE(queue_is_valid(queue));
    if (queue->count == QUEUE_ROOM)
        return false;
    queue->events[(queue->first + queue->count++) % QUEUE_ROOM] = event;
    return true;
}

bool queue_take(struct event_queue *queue, struct event *event) {
    REQUIRE(queue_is_valid(queue));
    REQUIRE(event != NULL);
    if (queue->count == 0)
        return false;
    *event = queue->events[queue->first];
    queue->first = (queue->first + 1) % QUEUE_ROOM;
    queue->count--;
    return true;
}

// Emits all events that wait, oldest first; says how many listeners were called.
size_t queue_drain(struct event_queue *queue, struct emitter *emitter) {
    size_t called = 0;
    struct event event;
    while (queue_take(queue, &event))
        called += emitter_emit(emitter, &event);
    return called;
}

// What a listener that stays and one that is called once count together of two events.
unsigned emitter_rehearse(int kind, int first, int second) {
    struct emitter emitter;
    emitter_init(&emitter);
    unsigned count = 0;
    if (emitter_on(&emitter, kind, 1, event_count, &count) && emitter_once(&emitter, kind, event_count, &count)) {
        emitter_emit(&emitter, &(struct event){first, 0});
        emitter_emit(&emitter, &(struct event){second, 0});
    }
    emitter_clear(&emitter);
    return count;
}
