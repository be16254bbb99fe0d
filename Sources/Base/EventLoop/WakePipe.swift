import Glibc
import SystemPackage

/// A pipe with which another thread interrupts a `poll`.
///
/// Callers ensure that the pipe contains at most one byte. So writes never block, even without `O_NONBLOCK`, and reads
/// wait at most for a byte that another thread is about to write.
package final class WakePipe: Sendable {
    package let readEnd: Int32
    private let writeEnd: Int32

    package init() throws(Errno) {
        (readEnd, writeEnd) = try makeCloseOnExecPipe()
    }

    package func signal() {
        var byte: UInt8 = 1
        while write(writeEnd, &byte, 1) == -1, errno == EINTR {}
    }

    package func consume() {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) == -1, errno == EINTR {}
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }
}

/// Makes a pipe that child processes don't inherit.
///
/// Glibc's module hides `pipe2`, so the flag `FD_CLOEXEC` is set in a second step. A process that another thread spawns
/// before that step may inherit the ends.
func makeCloseOnExecPipe() throws(Errno) -> (readEnd: Int32, writeEnd: Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { pipe($0.bindMemory(to: Int32.self).baseAddress) }
    guard result == 0 else { throw Errno(rawValue: errno) }
    _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.1, F_SETFD, FD_CLOEXEC)
    return (readEnd: ends.0, writeEnd: ends.1)
}
