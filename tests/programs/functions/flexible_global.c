// A global variable that ends in an array of no fixed length stays as it is, which is said.
//@ entry: first
//@ complete: false
//@ stopped: the global `table` ends in an array of no fixed length and keeps its initial value
struct table {
    int count;
    int items[];
};

static struct table table = {2, {3, 4}};

int first(int at) {
    if (at < 0 || at >= table.count)
        return -1;
    return table.items[at] == 4;
}

void set(int item) { table.items[0] = item; }
