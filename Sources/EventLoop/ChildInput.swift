import Glibc
import SystemPackage

/// What a child's input is still to get; it is closed behind the last byte, or when the child wants no more.
struct ChildInput {
    private let child: ChildProcess
    private var rest: ArraySlice<UInt8>
    /// What `poll` is to find writable; -1 when the input is closed.
    private(set) var descriptor: Int32

    init(_ bytes: [UInt8], of child: ChildProcess) {
        self.child = child
        rest = bytes[...]
        descriptor = child.input?.rawValue ?? -1
        if rest.isEmpty { close() }
    }

    /// Writes as much as there is room for.
    mutating func writeSome() {
        let size = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if size > 0 {
            rest = rest.dropFirst(size)
            if rest.isEmpty { close() }
        } else if errno != EAGAIN && errno != EINTR {
            // It has closed its end, which is its right: what it does then says whether all is well.
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
