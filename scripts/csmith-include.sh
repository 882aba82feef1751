#!/usr/bin/env bash
# Prints the folder of csmith.h, whose name has the version in it on some systems. Fails if there is none.
set -euo pipefail

for header in /usr/include/csmith*/csmith.h /usr/local/include/csmith*/csmith.h; do
    if [[ -e $header ]]; then
        dirname "$header"
        exit
    fi
done
exit 1
