import Glibc

/// Waits until a descriptor is ready, like `poll(2)`.
///
/// `poll` rejects more entries than the limit on open descriptors (`RLIMIT_NOFILE`). This limit can be lowered while a
/// process runs, and descriptors that are already open stay usable. So if `poll` rejects the entries, `select(2)` is
/// used, which accepts all of them.
///
/// - Returns: The number of ready entries; -1 and `errno` if the wait was interrupted or failed.
func waitForDescriptors(_ entries: UnsafeMutableBufferPointer<pollfd>, milliseconds: Int32) -> Int {
    let count = poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
    if count >= 0 || errno != EINVAL { return Int(count) }
    return Selection(entries).wait(milliseconds: milliseconds)
}

/// Does the same as `waitForDescriptors(_:milliseconds:)` with an array instead of a buffer.
package func waitForDescriptors(_ entries: inout [pollfd], milliseconds: Int32) -> Int {
    entries.withUnsafeMutableBufferPointer { waitForDescriptors($0, milliseconds: milliseconds) }
}

/// The entries of `poll(2)` as sets for `select(2)`, of any size.
private struct Selection {
    /// A set in the system's layout: one bit per descriptor, in words.
    private typealias Words = [UInt]

    private let entries: UnsafeMutableBufferPointer<pollfd>
    /// The highest descriptor plus one.
    private var end: Int32 = 0

    init(_ entries: UnsafeMutableBufferPointer<pollfd>) {
        self.entries = entries
        for entry in entries where entry.fd >= end { end = entry.fd + 1 }
    }

    func wait(milliseconds: Int32) -> Int {
        let closed = markClosed()
        // The set must be at least as large as the system's own type.
        let size = max(Int(end) / UInt.bitWidth + 1, MemoryLayout<fd_set>.size / MemoryLayout<UInt>.size)
        var reading = Words(repeating: 0, count: size)
        var writing = Words(repeating: 0, count: size)
        for entry in entries where entry.fd >= 0 && entry.revents == 0 {
            if Self.isForReading(entry) { Self.insert(entry.fd, into: &reading) }
            if entry.events & Int16(POLLOUT) != 0 { Self.insert(entry.fd, into: &writing) }
        }
        let found = select(&reading, &writing, milliseconds: closed > 0 ? 0 : milliseconds)
        if found < 0 { return closed > 0 ? closed : -1 }
        var count = closed
        for index in entries.indices where entries[index].fd >= 0 && entries[index].revents == 0 {
            entries[index].revents = Self.events(of: entries[index], reading, writing)
            if entries[index].revents != 0 { count += 1 }
        }
        return count
    }

    /// Clears earlier results, marks entries with closed descriptors as `POLLNVAL`, and returns the number of these
    /// entries.
    ///
    /// `select` would reject closed descriptors.
    private func markClosed() -> Int {
        var count = 0
        for index in entries.indices {
            let isClosed = entries[index].fd >= 0 && fcntl(entries[index].fd, F_GETFD) == -1
            entries[index].revents = isClosed ? Int16(POLLNVAL) : 0
            if isClosed { count += 1 }
        }
        return count
    }

    private func select(_ reading: inout Words, _ writing: inout Words, milliseconds: Int32) -> Int32 {
        var timeout = timeval(tv_sec: Int(milliseconds) / 1_000, tv_usec: Int(milliseconds) % 1_000 * 1_000)
        return reading.withUnsafeMutableBytes { reading in
            writing.withUnsafeMutableBytes { writing in
                let sets = [reading, writing].map { $0.baseAddress?.assumingMemoryBound(to: fd_set.self) }
                return withUnsafeMutablePointer(to: &timeout) { timeout in
                    Glibc.select(end, sets[0], sets[1], nil, milliseconds < 0 ? nil : timeout)
                }
            }
        }
    }

    private static func events(of entry: pollfd, _ reading: Words, _ writing: Words) -> Int16 {
        var events: Int16 = 0
        if isForReading(entry), contains(entry.fd, in: reading) {
            events |= Int16(entry.events == 0 ? POLLHUP : POLLIN)
        }
        if entry.events & Int16(POLLOUT) != 0, contains(entry.fd, in: writing) { events |= Int16(POLLOUT) }
        return events
    }

    /// True for an entry that waits for input, or that waits only for a hang-up.
    ///
    /// `select` reports a hang-up of a pipe's reader as readability of the write end.
    private static func isForReading(_ entry: pollfd) -> Bool { entry.events == 0 || entry.events & Int16(POLLIN) != 0 }

    private static func insert(_ descriptor: Int32, into words: inout Words) {
        words[Int(descriptor) / UInt.bitWidth] |= 1 << UInt(Int(descriptor) % UInt.bitWidth)
    }

    private static func contains(_ descriptor: Int32, in words: Words) -> Bool {
        words[Int(descriptor) / UInt.bitWidth] & 1 << UInt(Int(descriptor) % UInt.bitWidth) != 0
    }
}
