// break and continue leave or repeat the innermost loop only.
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 5; i++) {
        if (i == 3)
            continue;
        for (int j = 0;; j++) {
            if (j > i)
                break;
            if ((i + j) % 2)
                continue;
            printf("(%d,%d) ", i, j);
        }
        int k = i;
        while (k > 0) {
            switch (k) {
            case 2: k = 0; continue;
            default: break;
            }
            k--;
        }
        printf("%d\n", k);
    }
    return 0;
}
