#!/usr/bin/env python3
"""Writes a C program whose calls form a directed acyclic graph: levels of functions, each calling some of the level below.

A function of the last level looks at one byte; each other one adds up the results of its calls, and looks at the sum. All
choose between the same number of results. Every call has input bytes of its own, so all of its paths can be combined with
all of the others': a program has about paths^(fan_out^depth) paths, its functions together width * depth * paths.
"""

import sys

WIDTH = 2


def program(depth: int, fan_out: int, paths: int) -> str:
    """The program, with an assertion that fails if the topmost function has the greatest result."""
    size = fan_out ** (depth - 1)
    lines = [f"// A call graph of depth {depth} with {fan_out} calls and {paths} paths per function.", '#include "counterpoint.h"', ""]
    for level in reversed(range(depth)):
        for number in range(1 if level == 0 else WIDTH):
            lines += function(level, number, depth, fan_out, paths)
    lines += [
        "int main(void) {",
        f"    unsigned char in[{size}];",
        '    cp_symbolic(in, sizeof in, "in");',
        f"    cp_assert(f_0_0(in) != {paths - 1});",
        "    return 0;",
        "}",
    ]
    return "\n".join(lines) + "\n"


def function(level: int, number: int, depth: int, fan_out: int, paths: int) -> list:
    """A function: what it adds up, and the results that it chooses between."""
    if level == depth - 1:
        # No two functions of a level are the same.
        value, most = f"in[0] ^ {17 * number + 1}", 256
    else:
        share = fan_out ** (depth - level - 2)
        calls = [f"f_{level + 1}_{(number + call) % WIDTH}(in + {call * share})" for call in range(fan_out)]
        value, most = " + ".join(calls), fan_out * (paths - 1) + 1
    lines = [f"static int f_{level}_{number}(const unsigned char *in) {{", f"    int x = {value};"]
    for result in range(1, paths):
        lines += [f"    if (x < {max(result * most // paths, result)})", f"        return {result - 1};"]
    return [*lines, f"    return {paths - 1};", "}", ""]


if __name__ == "__main__":
    if len(sys.argv) != 4 or not all(argument.isdigit() and int(argument) > 0 for argument in sys.argv[1:]):
        sys.exit("usage: call_dag.py DEPTH FAN-OUT PATHS")
    print(program(*map(int, sys.argv[1:])), end="")
