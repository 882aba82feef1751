//@ symbolic-args: 3,2
//@ paths: 4
int main(int argc, char **argv) {
    int count = 0;
    while (argv[count])
        count++;
    return count == argc ? argc : 100;
}
