// graph: a directed graph whose edges are in two lists each, of those that leave a vertex and of those that enter one.
//
// Vertices have numbers that the caller chooses. The graph owns vertices and edges.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

struct edge {
    struct vertex *from;
    struct vertex *to;
    struct edge *next_out; // the next edge that leaves `from`
    struct edge *next_in;  // the next edge that enters `to`
};

enum mark { UNSEEN, OPEN, DONE };

struct vertex {
    int number;
    enum mark mark; // of the search that runs
    struct edge *out;
    struct edge *in;
    struct vertex *next;
};

struct graph {
    struct vertex *vertices;
    size_t count;
};

enum { GRAPH_LARGEST = 1000 };

// Do that many edges at most leave the vertex, and no others?
static bool out_is_valid(const struct vertex *vertex) {
    size_t steps = 0;
    for (const struct edge *edge = vertex->out; edge; edge = edge->next_out)
        if (edge->from != vertex || !edge->to || ++steps > GRAPH_LARGEST)
            return false;
    return true;
}

static bool in_is_valid(const struct vertex *vertex) {
    size_t steps = 0;
    for (const struct edge *edge = vertex->in; edge; edge = edge->next_in)
        if (edge->to != vertex || !edge->from || ++steps > GRAPH_LARGEST)
            return false;
    return true;
}

static bool enters(const struct edge *wanted) {
    for (const struct edge *edge = wanted->to->in; edge; edge = edge->next_in)
        if (edge == wanted)
            return true;
    return false;
}

static bool leaves(const struct edge *wanted) {
    for (const struct edge *edge = wanted->from->out; edge; edge = edge->next_out)
        if (edge == wanted)
            return true;
    return false;
}

static bool is_vertex_of(const struct graph *graph, const struct vertex *wanted) {
    for (const struct vertex *vertex = graph->vertices; vertex; vertex = vertex->next)
        if (vertex == wanted)
            return true;
    return false;
}

// Is every edge in both of its lists, and between vertices of this graph?
static bool edges_are_valid(const struct graph *graph, const struct vertex *vertex) {
    for (const struct edge *edge = vertex->out; edge; edge = edge->next_out)
        if (!is_vertex_of(graph, edge->to) || !enters(edge))
            return false;
    for (const struct edge *edge = vertex->in; edge; edge = edge->next_in)
        if (!is_vertex_of(graph, edge->from) || !leaves(edge))
            return false;
    return true;
}

bool graph_is_valid(const struct graph *graph) {
    if (!graph)
        return false;
    size_t count = 0;
    for (const struct vertex *vertex = graph->vertices; vertex; vertex = vertex->next)
        if (++count > graph->count || !out_is_valid(vertex) || !in_is_valid(vertex))
            return false;
    for (const struct vertex *vertex = graph->vertices; vertex; vertex = vertex->next)
        if (!edges_are_valid(graph, vertex))
            return false;
    return count == graph->count;
}

struct graph *graph_new(void) {
    return calloc(1, sizeof(struct graph));
}

struct vertex *graph_find(const struct graph *graph, int number) {
    REQUIRE(graph_is_valid(graph));
    struct vertex *vertex = graph->vertices;
    while (vertex && vertex->number != number)
        vertex = vertex->next;
    return vertex;
}

// The vertex with that number, which is a new one if there is none yet; NULL if memory ran out.
struct vertex *graph_add(struct graph *graph, int number) {
    struct vertex *vertex = graph_find(graph, number);
    if (vertex)
        return vertex;
    vertex = calloc(1, sizeof *vertex);
    if (!vertex)
        return NULL;
    vertex->number = number;
    vertex->next = graph->vertices;
    graph->vertices = vertex;
    graph->count++;
    return vertex;
}

static struct edge *edge_between(const struct vertex *from, const struct vertex *to) {
    struct edge *edge = from->out;
    while (edge && edge->to != to)
        edge = edge->next_out;
    return edge;
}

bool graph_has_edge(const struct graph *graph, int from, int to) {
    const struct vertex *source = graph_find(graph, from);
    const struct vertex *target = graph_find(graph, to);
    return source && target && edge_between(source, target);
}

// Adds an edge, and vertices where there are none yet; false if memory ran out.
bool graph_connect(struct graph *graph, int from, int to) {
    struct vertex *source = graph_add(graph, from);
    struct vertex *target = graph_add(graph, to);
    if (!source || !target)
        return false;
    if (edge_between(source, target))
        return true;
    struct edge *edge = malloc(sizeof *edge);
    if (!edge)
        return false;
    *edge = (struct edge){source, target, source->out, target->in};
    source->out = edge;
    target->in = edge;
    return true;
}

// Takes an edge out of the list of those that leave its vertex, if it is there.
static void unlink_out(struct edge *edge) {
    struct edge **link = &edge->from->out;
    while (*link && *link != edge)
        link = &(*link)->next_out;
    if (*link)
        *link = edge->next_out;
}

static void unlink_in(struct edge *edge) {
    struct edge **link = &edge->to->in;
    while (*link && *link != edge)
        link = &(*link)->next_in;
    if (*link)
        *link = edge->next_in;
}

bool graph_disconnect(struct graph *graph, int from, int to) {
    const struct vertex *source = graph_find(graph, from);
    const struct vertex *target = graph_find(graph, to);
    struct edge *edge = source && target ? edge_between(source, target) : NULL;
    if (!edge)
        return false;
    unlink_out(edge);
    unlink_in(edge);
    free(edge);
    return true;
}

// Removes the edges between two vertices, in both directions.
bool graph_separate(struct graph *graph, int a, int b) {
    const struct vertex *one = graph_find(graph, a);
    const struct vertex *other = graph_find(graph, b);
    if (!one || !other)
        return false;
    struct edge *there = edge_between(one, other);
    struct edge *back = edge_between(other, one);
    if (there) {
        unlink_out(there);
        unlink_in(there);
    }
    if (back && back != there) {
        unlink_out(back);
        unlink_in(back);
    }
    free(there);
    // The seeded bug: an edge from a vertex to itself leads there and back.
    free(back); //~ BUG double-free
    return there || back;
}

// Removes a vertex, and every edge that leaves or enters it.
bool graph_remove(struct graph *graph, int number) {
    struct vertex *vertex = graph_find(graph, number);
    if (!vertex)
        return false;
    while (vertex->out) {
        struct edge *edge = vertex->out;
        vertex->out = edge->next_out;
        unlink_in(edge);
        free(edge);
    }
    while (vertex->in) {
        struct edge *edge = vertex->in;
        vertex->in = edge->next_in;
        unlink_out(edge);
        free(edge);
    }
    struct vertex **link = &graph->vertices;
    while (*link != vertex)
        link = &(*link)->next;
    *link = vertex->next;
    free(vertex);
    graph->count--;
    return true;
}

void graph_free(struct graph *graph) {
    REQUIRE(graph_is_valid(graph));
    while (graph->vertices) {
        struct vertex *vertex = graph->vertices;
        graph->vertices = vertex->next;
        while (vertex->out) {
            struct edge *edge = vertex->out;
            vertex->out = edge->next_out;
            free(edge);
        }
        free(vertex);
    }
    free(graph);
}

static void unmark(struct graph *graph) {
    for (struct vertex *vertex = graph->vertices; vertex; vertex = vertex->next)
        vertex->mark = UNSEEN;
}

static size_t visit(struct vertex *vertex) {
    if (vertex->mark == DONE)
        return 0;
    vertex->mark = DONE;
    size_t count = 1;
    for (struct edge *edge = vertex->out; edge; edge = edge->next_out)
        count += visit(edge->to);
    return count;
}

// How many vertices can be reached from one, itself included.
size_t graph_reach(struct graph *graph, int from) {
    struct vertex *start = graph_find(graph, from);
    if (!start)
        return 0;
    unmark(graph);
    return visit(start);
}

// Does a way lead from a vertex to one that is still open?
static bool closes_cycle(struct vertex *vertex) {
    if (vertex->mark != UNSEEN)
        return vertex->mark == OPEN;
    vertex->mark = OPEN;
    for (struct edge *edge = vertex->out; edge; edge = edge->next_out)
        if (closes_cycle(edge->to))
            return true;
    vertex->mark = DONE;
    return false;
}

bool graph_has_cycle(struct graph *graph) {
    REQUIRE(graph_is_valid(graph));
    unmark(graph);
    for (struct vertex *vertex = graph->vertices; vertex; vertex = vertex->next)
        if (closes_cycle(vertex))
            return true;
    return false;
}

// The degree of a vertex: edges that leave it, and edges that enter it.
struct degree {
    size_t out;
    size_t in;
};

struct degree graph_degree(const struct graph *graph, int number) {
    struct degree degree = {0, 0};
    const struct vertex *vertex = graph_find(graph, number);
    if (!vertex)
        return degree;
    for (const struct edge *edge = vertex->out; edge; edge = edge->next_out)
        degree.out++;
    for (const struct edge *edge = vertex->in; edge; edge = edge->next_in)
        degree.in++;
    return degree;
}
