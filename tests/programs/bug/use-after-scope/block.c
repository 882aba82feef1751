// The address of a block's variable outlives the block.
#include <stdio.h>

int main(void) {
    int *kept;
    {
        int inner = 42;
        kept = &inner;
    }
    printf("%d\n", *kept); //~ BUG use-after-scope
    return 0;
}
