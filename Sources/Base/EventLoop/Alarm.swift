import Glibc
import SystemPackage

/// Calls back once after some time, on a thread of its own, unless it is released before.
///
/// ```swift
/// alarm = try Alarm(milliseconds: 1_000) { feed.tell() }
/// alarm = nil  // It doesn't call back.
/// ```
package final class Alarm: Sendable {
    private let wake: WakePipe

    /// Sets an alarm.
    ///
    /// - Parameters:
    ///   - milliseconds: The delay in real time.
    ///   - ring: The closure to call. It may still be called while another thread releases the alarm.
    /// - Throws: The system error if no pipe or thread is available.
    package init(milliseconds: Int, _ ring: @escaping @Sendable () -> Void) throws(Errno) {
        let wake = try WakePipe()
        self.wake = wake
        try startThread {
            var entry = [pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0)]
            let due = monotonicNanoseconds() + max(0, milliseconds) * 1_000_000
            while true {
                let left = (due - monotonicNanoseconds() + 999_999) / 1_000_000
                if left <= 0 { return ring() }
                let count = waitForDescriptors(&entry, milliseconds: Int32(clamping: left))
                // Another error than an interruption can't be waited for.
                if count > 0 || count < 0 && errno != EINTR { return }
            }
        }
    }

    deinit {
        wake.signal()
    }
}
