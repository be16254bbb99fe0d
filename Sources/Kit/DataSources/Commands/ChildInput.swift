import FHEventLoop
import Glibc
import SystemPackage

/// The bytes that are still to be written to the standard input of a child process.
///
/// The pipe is closed after the last byte, or when the child closes its end.
struct ChildInput {
    private let child: ChildProcess
    private var rest: ArraySlice<UInt8>
    /// The descriptor to poll for writing; -1 after the input was closed.
    private(set) var descriptor: Int32

    init(_ bytes: [UInt8], of child: ChildProcess) {
        self.child = child
        rest = bytes[...]
        descriptor = child.input?.rawValue ?? -1
        if rest.isEmpty { close() }
    }

    /// Writes as many bytes as the pipe accepts without waiting.
    mutating func writeSome() {
        let size = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if size > 0 {
            rest = rest.dropFirst(size)
            if rest.isEmpty { close() }
        } else if errno != EAGAIN && errno != EINTR {
            // The child has closed its input. This is not an error: only the exit status shows if the child has failed.
            close()
        }
    }

    mutating func close() {
        guard descriptor != -1 else { return }
        descriptor = -1
        rest = []
        child.closeInput()
    }
}
