import Glibc

/// The two ends of a pipe, which child processes don't inherit.
struct Pipe {
    let reader: Int32
    let writer: Int32

    /// Makes a pipe; nil if the process has too many descriptors.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    /// Makes reads and writes at an end return at once instead of waiting.
    static func setNonblocking(_ end: Int32) { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
}
