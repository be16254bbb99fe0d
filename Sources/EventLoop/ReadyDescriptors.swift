import Glibc

/// Waits until a descriptor is ready, as `poll(2)` does, also where the process may have fewer descriptors than it has.
///
/// The limit on descriptors (`RLIMIT_NOFILE`) can be lowered while a process runs. Those that are open stay usable, but
/// `poll` refuses to look at more than the limit allows. `select(2)` looks at all of them.
///
/// - Returns: how many entries are ready; -1 and an `errno` where the wait was interrupted or failed.
func waitForDescriptors(_ entries: UnsafeMutableBufferPointer<pollfd>, milliseconds: Int32) -> Int {
    let count = poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
    if count >= 0 || errno != EINVAL { return Int(count) }
    return Selection(entries).wait(milliseconds: milliseconds)
}

/// The same for an array.
func waitForDescriptors(_ entries: inout [pollfd], milliseconds: Int32) -> Int {
    entries.withUnsafeMutableBufferPointer { waitForDescriptors($0, milliseconds: milliseconds) }
}

/// Entries of `poll(2)` as sets of `select(2)`, of any size.
private struct Selection {
    /// A set as the system has it: a bit for each descriptor, in words.
    private typealias Words = [UInt]

    private let entries: UnsafeMutableBufferPointer<pollfd>
    /// One more than the highest descriptor.
    private var end: Int32 = 0

    init(_ entries: UnsafeMutableBufferPointer<pollfd>) {
        self.entries = entries
        for entry in entries where entry.fd >= end { end = entry.fd + 1 }
    }

    func wait(milliseconds: Int32) -> Int {
        let closed = markClosed()
        // As large as the system's own type at least.
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

    /// Clears what was reported before, and reports descriptors that are not open, which `select` would refuse.
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

    /// What waits for nothing but a hang-up is a pipe's end that is written to, which is readable then alone.
    private static func isForReading(_ entry: pollfd) -> Bool { entry.events == 0 || entry.events & Int16(POLLIN) != 0 }

    private static func insert(_ descriptor: Int32, into words: inout Words) {
        words[Int(descriptor) / UInt.bitWidth] |= 1 << UInt(Int(descriptor) % UInt.bitWidth)
    }

    private static func contains(_ descriptor: Int32, in words: Words) -> Bool {
        words[Int(descriptor) / UInt.bitWidth] & 1 << UInt(Int(descriptor) % UInt.bitWidth) != 0
    }
}
