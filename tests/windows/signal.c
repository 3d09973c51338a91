/* `signal` with the behaviour of Windows. In wine 8, SIG_GET does not return the handler but is installed as the handler, so
 * Ctrl-C jumps to address 2. */
#include <signal.h>

__p_sig_fn_t __real_signal(int, __p_sig_fn_t);

__p_sig_fn_t __wrap_signal(int number, __p_sig_fn_t handler) {
    __p_sig_fn_t old;
    if (handler != SIG_GET) return __real_signal(number, handler);
    old = __real_signal(number, SIG_DFL);
    __real_signal(number, old);
    return old;
}
