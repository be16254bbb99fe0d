import Glibc

/// A value behind a POSIX lock, with a condition variable.
///
/// `Synchronization.Mutex` has no condition variable. Also, the thread sanitizer doesn't see the locking of a `Mutex`,
/// and would report every access to the value. Never wait on the thread of a ``PollLoop``.
final class Monitor<Value: Sendable>: Sendable {
    // These members are safe although unchecked: the pointers never change, POSIX allows all threads to use the
    // objects, and `value` is only accessed by `withLock` and `wait`, with the lock held.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    nonisolated(unsafe) private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    nonisolated(unsafe) private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        // Unlike the clock of the day, which is the default, the monotonic clock is never set.
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Calls `body` with the lock held.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Wakes one of the waiting threads.
    func signalOne() {
        pthread_cond_signal(condition)
    }

    /// Wakes every waiting thread.
    func signal() {
        pthread_cond_broadcast(condition)
    }

    /// Waits until `isThere` returns true or the timeout is over.
    ///
    /// `isThere` is called with the lock held, immediately and after each wake-up of the thread.
    func wait(nanoseconds: Int, until isThere: (Value) -> Bool) {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let end = deadline.tv_nsec + nanoseconds % 1_000_000_000
        deadline.tv_sec += nanoseconds / 1_000_000_000 + end / 1_000_000_000
        deadline.tv_nsec = end % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isThere(value) {
            if pthread_cond_timedwait(condition, mutex, &deadline) != 0 { return }
        }
    }

    /// Waits until `body` returns a value, and returns this value.
    ///
    /// `body` is called with the lock held, immediately and after each wake-up of the thread.
    func wait<Result>(until body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }
}
