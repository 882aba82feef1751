//@ paths: 1
//@ complete: true
// Without inputs there is one path.
int main(void) {
    return 7;
}
