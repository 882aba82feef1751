/* What a program under exploration calls in the place of functions of the C library that would concern the whole process:
   the children of its own thread are the program's, all others are ours. */

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t cp_wait4(pid_t process, int *status, int options, struct rusage *usage) {
    return wait4(process, status, options | __WNOTHREAD, usage);
}

pid_t cp_wait3(int *status, int options, struct rusage *usage) {
    return cp_wait4(-1, status, options, usage);
}

pid_t cp_waitpid(pid_t process, int *status, int options) {
    return cp_wait4(process, status, options, NULL);
}

pid_t cp_wait(int *status) {
    return cp_waitpid(-1, status, 0);
}

int cp_waitid(idtype_t kind, id_t id, siginfo_t *info, int options) {
    return waitid(kind, id, info, options | __WNOTHREAD);
}

/* The library's own would have the whole process ignore Ctrl-C in the meantime. */
int cp_system(const char *command) {
    if (!command)
        return 1;
    pid_t child = fork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return status;
}
