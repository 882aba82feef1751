// One path, and a test with thousands of inputs, which clang's coverage tools would count one by one.
#include "counterpoint.h"

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2000; i++) {
        int element;
        cp_symbolic(&element, sizeof element, "element");
        sum ^= element;
    }
    return sum & 1;
}
