// A function, its parameter and what it returns have one name.
//@ has: int result__ = result(result_);
//@ says: complete: yes
int result(int result) {
    if (result > 3)
        return 1;
    return 0;
}
