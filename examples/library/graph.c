//@ entry: graph_separate
// graph: a directed graph of vertices with numbers, each with a list of the edges that leave it.
//
// Vertices are in the order of their numbers, and edges in the order of the vertices that they lead to. The graph owns both.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "contract.h"

struct edge {
    struct vertex *from;
    struct vertex *to;
    int cost;
    struct edge *next;
};

enum mark { UNSEEN, OPEN, DONE };

struct vertex {
    int number;
    enum mark mark; // of the search that runs
    struct edge *edges;
    struct vertex *next;
};

struct graph {
    struct vertex *vertices;
};

// Are the edges those of this vertex, and in order?
static bool edges_are_valid(const struct vertex *vertex) {
    const struct edge *before = NULL;
    for (const struct edge *edge = vertex->edges; edge; edge = edge->next) {
        if (edge->from != vertex || !edge->to)
            return false;
        if (before && before->to->number >= edge->to->number)
            return false;
        before = edge;
    }
    return true;
}

static bool is_vertex_of(const struct graph *graph, const struct vertex *wanted) {
    const struct vertex *vertex = graph->vertices;
    while (vertex && vertex != wanted)
        vertex = vertex->next;
    return vertex != NULL;
}

// Do all edges of a vertex lead to vertices of the graph?
static bool stays_inside(const struct graph *graph, const struct vertex *vertex) {
    for (const struct edge *edge = vertex->edges; edge; edge = edge->next)
        if (!is_vertex_of(graph, edge->to))
            return false;
    return true;
}

bool graph_is_valid(const struct graph *graph) {
    if (!graph)
        return false;
    const struct vertex *vertex = graph->vertices;
    for (; vertex && vertex->next; vertex = vertex->next)
        if (vertex->number >= vertex->next->number)
            return false;
    for (vertex = graph->vertices; vertex; vertex = vertex->next)
        if (!edges_are_valid(vertex) || !stays_inside(graph, vertex))
            return false;
    return true;
}

struct graph *graph_new(void) {
    return calloc(1, sizeof(struct graph));
}

void graph_free(struct graph *graph) {
    REQUIRE(graph_is_valid(graph));
    while (graph->vertices) {
        struct vertex *vertex = graph->vertices;
        graph->vertices = vertex->next;
        while (vertex->edges) {
            struct edge *edge = vertex->edges;
            vertex->edges = edge->next;
            free(edge);
        }
        free(vertex);
    }
    free(graph);
}

struct vertex *graph_find(const struct graph *graph, int number) {
    REQUIRE(graph_is_valid(graph));
    struct vertex *vertex = graph->vertices;
    while (vertex && vertex->number < number)
        vertex = vertex->next;
    return vertex && vertex->number == number ? vertex : NULL;
}

// The vertex with that number, which is a new one if there is none yet; NULL if memory ran out.
struct vertex *graph_add(struct graph *graph, int number) {
    REQUIRE(graph_is_valid(graph));
    struct vertex **link = &graph->vertices;
    while (*link && (*link)->number < number)
        link = &(*link)->next;
    if (*link && (*link)->number == number)
        return *link;
    struct vertex *vertex = calloc(1, sizeof *vertex);
    if (!vertex)
        return NULL;
    vertex->number = number;
    vertex->next = *link;
    *link = vertex;
    return vertex;
}

static struct edge *edge_between(const struct vertex *from, const struct vertex *to) {
    struct edge *edge = from->edges;
    while (edge && edge->to != to)
        edge = edge->next;
    return edge;
}

bool graph_has_edge(const struct graph *graph, int from, int to) {
    const struct vertex *source = graph_find(graph, from);
    const struct vertex *target = graph_find(graph, to);
    return source && target && edge_between(source, target);
}

// Adds an edge, and vertices where there are none yet; of an edge that is there already, only the cost changes. False if
// memory ran out.
bool graph_connect(struct graph *graph, int from, int to, int cost) {
    struct vertex *source = graph_add(graph, from);
    struct vertex *target = graph_add(graph, to);
    if (!source || !target)
        return false;
    struct edge **link = &source->edges;
    while (*link && (*link)->to->number < to)
        link = &(*link)->next;
    if (*link && (*link)->to == target) {
        (*link)->cost = cost;
        return true;
    }
    struct edge *edge = malloc(sizeof *edge);
    if (!edge)
        return false;
    *edge = (struct edge){source, target, cost, *link};
    *link = edge;
    return true;
}

// Takes an edge out of the list of its vertex, if it is there.
static void detach(struct edge *edge) {
    struct edge **link = &edge->from->edges;
    while (*link && *link != edge)
        link = &(*link)->next;
    if (*link)
        *link = edge->next;
}

bool graph_disconnect(struct graph *graph, int from, int to) {
    const struct vertex *source = graph_find(graph, from);
    const struct vertex *target = graph_find(graph, to);
    struct edge *edge = source && target ? edge_between(source, target) : NULL;
    if (!edge)
        return false;
    detach(edge);
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
    if (!there && !back)
        return false;
    if (there)
        detach(there);
    if (back)
        detach(back);
    free(there);
    // The seeded bug: an edge from a vertex to itself leads there and back.
    free(back); //~ BUG double-free
    return true;
}

// Removes a vertex, and every edge that leaves or enters it.
bool graph_remove(struct graph *graph, int number) {
    struct vertex *vertex = graph_find(graph, number);
    if (!vertex)
        return false;
    for (struct vertex *other = graph->vertices; other; other = other->next) {
        struct edge *edge = edge_between(other, vertex);
        if (edge) {
            detach(edge);
            free(edge);
        }
    }
    while (vertex->edges) {
        struct edge *edge = vertex->edges;
        vertex->edges = edge->next;
        free(edge);
    }
    struct vertex **link = &graph->vertices;
    while (*link != vertex)
        link = &(*link)->next;
    *link = vertex->next;
    free(vertex);
    return true;
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
    for (struct edge *edge = vertex->edges; edge; edge = edge->next)
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
    for (struct edge *edge = vertex->edges; edge; edge = edge->next)
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

// How many edges leave a vertex, and how many enter it.
struct degree {
    size_t out;
    size_t in;
};

struct degree graph_degree(const struct graph *graph, int number) {
    struct degree degree = {0, 0};
    const struct vertex *vertex = graph_find(graph, number);
    if (!vertex)
        return degree;
    for (const struct edge *edge = vertex->edges; edge; edge = edge->next)
        degree.out++;
    for (const struct vertex *other = graph->vertices; other; other = other->next)
        degree.in += edge_between(other, vertex) != NULL;
    return degree;
}

// The edge of least cost that leaves a vertex, or NULL.
const struct edge *graph_cheapest(const struct graph *graph, int number) {
    const struct vertex *vertex = graph_find(graph, number);
    const struct edge *cheapest = NULL;
    for (const struct edge *edge = vertex ? vertex->edges : NULL; edge; edge = edge->next)
        if (!cheapest || edge->cost < cheapest->cost)
            cheapest = edge;
    return cheapest;
}
