import Glibc

/// Waiting, and the time.
enum Clock {
    /// The time of the monotonic clock in milliseconds.
    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// Returns the indices of the descriptors that can be read, or have ended.
    ///
    /// - Parameter timeout: the longest wait in milliseconds; -1 for no limit.
    static func ready(_ descriptors: [Int32], _ timeout: Int32) -> [Int] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&entries, nfds_t(entries.count), timeout) > 0 else { return [] }
        return entries.indices.filter { entries[$0].revents != 0 }
    }
}
