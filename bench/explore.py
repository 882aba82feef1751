#!/usr/bin/env python3
"""What exploration costs: queries, who answers them, and time, for the programs of bench/explore and one example.

Prints tables in Markdown, and adds them to target/bench.md. Ratios are of runs that took turns.
"""

import sys

from exploration import ROOT, ROUNDS, best_of, explore, programs, publish, ready, row

PATIENCE = "10s"


def main() -> None:
    ready()
    explored = [*programs("explore"), ROOT / "examples" / "symbolic" / "frame.c"]
    # All but what stands for the solvers, by the names that it reports.
    first = explore(explored[0], [])
    names = [layer["name"] for layer in first["layers"]][:-1]
    solvers = [backend["name"] for backend in first["backends"]]
    publish("\n".join([figures(explored, names), layers(explored, names), backends(explored, solvers)]))


def figures(programs: list, names: list) -> str:
    """Each program, with all layers."""
    lines = [
        "### Exploration",
        "",
        "Each query counts for the layer that answered it; it may be several calls of the solvers, one for each part. Instructions are those of the runs; their rate leaves out "
        "the time in queries. Times are in seconds, the best of three runs.",
        "",
        f"| program | paths | queries | {' | '.join(names)} | solvers | solvers % | calls | in solvers | in queries | in all | Minst/s |",
        "| --- |" + " ---: |" * (9 + len(names)),
    ]
    asked = reached = 0
    for program in programs:
        print(f"explore {program.stem}", file=sys.stderr)
        best = best_of(program, [explore(program, []) for _ in range(ROUNDS)])
        answered = {layer["name"]: layer["answered"] for layer in best["layers"]}
        solved = sum(backend["answered"] for backend in best["backends"])
        queries = sum(answered.values()) + solved
        asked, reached = asked + queries, reached + solved
        rate = best["instructions"] / max(best["seconds"] - best["solving"], 1e-9) / 1e6
        cells = [program.stem, best["paths"], queries, *(answered[layer] for layer in names), solved]
        cells += [percent(solved, queries), best["layers"][-1]["queries"]]
        cells += [f"{best[name]:.3f}" for name in ("backend", "solving", "seconds")]
        lines.append(row([*cells, f"{rate:.1f}"]))
    blank = [""] * len(names)
    lines.append(row(["**all**", "", asked, *blank, reached, percent(reached, asked), "", "", "", "", ""]))
    return "\n".join(lines) + "\n"


def layers(programs: list, names: list) -> str:
    """What each layer is good for: the same without it."""
    settings = [[], *([layer] for layer in names), names]
    titles = ["all", *(f"without {layer}" for layer in names), "solvers alone"]
    lines = [
        "### What the layers are good for",
        "",
        f"Calls of the solvers, and seconds in all queries. `+`: not done after {PATIENCE}.",
        "",
        row(["program", *titles]),
        "| --- |" + " ---: |" * len(titles),
    ]
    for program in programs:
        print(f"layers {program.stem}", file=sys.stderr)
        without = [[f"--without-layer={layer}" for layer in left_out] for left_out in settings]
        runs = [explore(program, options, PATIENCE) for options in without]
        lines.append(row([program.stem, *(cell(run) for run in runs)]))
    return "\n".join(lines) + "\n"


def backends(programs: list, solvers: list) -> str:
    """Each solver alone, and all together; and who does what with which queries."""
    alone = [[other for other in solvers if other != solver] for solver in solvers]
    settings = [[], *([f"--without-backend={other}" for other in others] for others in alone)]
    lines = [
        "### The solvers",
        "",
        f"Queries that reach them, and seconds in them. `+`: not done after {PATIENCE}.",
        "",
        row(["program", "both", *(f"{solver} alone" for solver in solvers)]),
        "| --- |" + " ---: |" * len(settings),
    ]
    for program in programs:
        print(f"solvers {program.stem}", file=sys.stderr)
        runs = [explore(program, options, PATIENCE) for options in settings]
        lines.append(row([program.stem, *(cell(run, "backend") for run in runs)]))
    return "\n".join([*lines, "", *contents(programs)]) + "\n"


def contents(programs: list) -> list:
    """Every query asked of every solver, by what it contains."""
    sums = {}
    for program in programs:
        for part in explore(program, ["--compare-backends"], PATIENCE)["contents"]:
            row_of = sums.setdefault((part["content"], part["backend"]), [0, 0, 0, 0.0])
            for position, name in enumerate(("queries", "answered", "work", "seconds")):
                row_of[position] += part[name]
    lines = ["Every query asked of each of them, for a little effort if another has answered:", ""]
    lines += [row(["queries with", "solver", "asked", "answered", "work", "seconds"]), "| --- | --- |" + " ---: |" * 4]
    return lines + [row([*key, *figures[:3], f"{figures[3]:.3f}"]) for key, figures in sorted(sums.items())]


def cell(run: dict, seconds: str = "solving") -> str:
    cut_off = "" if run["complete"] else "+"
    return f"{run['layers'][-1]['queries']}{cut_off} / {run[seconds]:.2f}"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.0f}"


main()
