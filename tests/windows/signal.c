/* A replacement for `signal` with the behaviour of Windows. In wine 8, `signal(number, SIG_GET)` installs SIG_GET as the handler
 * instead of returning the current handler, so Ctrl-C jumps to address 2. */
#include <signal.h>

__p_sig_fn_t __real_signal(int, __p_sig_fn_t);

__p_sig_fn_t __wrap_signal(int number, __p_sig_fn_t handler) {
    __p_sig_fn_t old;
    if (handler != SIG_GET) return __real_signal(number, handler);
    old = __real_signal(number, SIG_DFL);
    __real_signal(number, old);
    return old;
}
