// A second thread.
#include <pthread.h>
#include <stdio.h>

static void *work(void *argument) {
    *(int *)argument *= 2;
    return NULL;
}

int main(void) {
    int value = 21;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &value)) //~ UNSUPPORTED pthread_create
        return 1;
    pthread_join(thread, NULL);
    printf("%d\n", value);
    return 0;
}
