// A global of more than 64 KiB keeps its initial value.
//@ entry: get
//@ paths: 2
//@ complete: false
//@ stopped: the global `table` has more than 64 KiB and keeps its initial value
static int table[16385] = {1, 2, 3};

int get(int first) {
    table[0]++;
    return first ? table[0] : table[2];
}
