#include "shared.h"

int second(int x);

int second(int x) {
    return is_limit(x);
}
