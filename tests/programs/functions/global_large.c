// A global of more than 4096 bytes keeps its initial value.
//@ entry: get
//@ paths: 2
//@ complete: false
//@ stopped: the global `table` has more than 4096 bytes and keeps its initial value
static int table[1025] = {1, 2, 3};

int get(int first) {
    table[0]++;
    return first ? table[0] : table[2];
}
