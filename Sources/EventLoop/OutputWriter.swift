import Glibc
public import SystemPackage

/// Writes to a descriptor of any kind on a ``PollLoop``, and never blocks its thread on a slow reader.
///
/// The descriptor may be blocking or not, and its flags stay as they are: other processes share them. It is borrowed,
/// and must stay open until ``cancel()`` or the end of the loop; while output waits, the loop holds the writer.
/// Use it on the loop's thread only, and call ``ignoreSIGPIPE()`` once before, or a vanished reader kills the process.
public final class OutputWriter {
    /// What became of one ``write(_:)``.
    public enum Result: Equatable, Sendable {
        /// So many bytes are gone, perhaps not all; at least one, unless the buffer was empty.
        case written(Int)
        /// The reader is behind, and nothing was taken.
        case wouldBlock
        /// Nothing will be taken any more: the reader is gone (`EPIPE`, `ECONNRESET`), the disk is full, and so on.
        case broken(Errno)
    }

    /// What the descriptor is open on.
    public let kind: DescriptorKind

    private var path: OutputPath
    private let loop: PollLoop
    private let onWritable: () -> Void
    private var watch: Watch?
    private var hangUpWatch: Watch?
    private var failure: Errno?

    /// Prepares a descriptor for writing.
    ///
    /// - Parameter onWritable: called once after a ``write(_:)`` that neither took everything nor broke, as soon as
    ///   there is room again or the reader is gone.
    /// - Parameter onHangUp: called once when the last reader of a pipe is gone, also while nothing is written; writes
    ///   are broken from then on. Of other kinds of descriptors only a write shows that.
    public init(
        _ descriptor: FileDescriptor, on loop: PollLoop, onHangUp: (() -> Void)? = nil,
        onWritable: @escaping () -> Void
    ) {
        kind = DescriptorKind(descriptor)
        path = OutputPath(descriptor.rawValue, kind)
        self.loop = loop
        self.onWritable = onWritable
        guard let onHangUp, kind == .pipe else { return }
        hangUpWatch = loop.watch(FileDescriptor(rawValue: path.descriptor), for: .hangUp) { [unowned self] _ in
            failure = failure ?? .brokenPipe
            forgetWatches()
            onHangUp()
        }
    }

    deinit {
        hangUpWatch?.cancel()
        path.close()
    }

    /// Writes as much as is taken without waiting, in pieces of at most 64 KiB.
    ///
    /// The rest is the caller's to keep until `onWritable`. `broken` is final; it also stands for a call of which
    /// some bytes were taken before, since no one is left to read them.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Result {
        if let failure { return .broken(failure) }
        var written = 0
        while written < bytes.count {
            switch path.write(UnsafeRawBufferPointer(rebasing: bytes[written...])) {
            case .took(let count, isFull: false):
                written += count
            case .took(let count, isFull: true):
                written += count
                waitForRoom()
                return written > 0 ? .written(written) : .wouldBlock
            case .failed(let code):
                failure = code
                forgetWatches()
                return .broken(code)
            }
        }
        return .written(written)
    }

    /// Ends the watch and closes what the writer opened itself; writes are broken from now on.
    ///
    /// The descriptor stays open. Does nothing the second time.
    public func cancel() {
        failure = failure ?? .badFileDescriptor
        forgetWatches()
        path.close()
    }

    private func waitForRoom() {
        if watch != nil { return }
        watch = loop.watch(FileDescriptor(rawValue: path.descriptor), for: .write) { _ in
            self.forgetWatch()
            self.onWritable()
        }
    }

    private func forgetWatch() {
        watch?.cancel()
        watch = nil
    }

    private func forgetWatches() {
        forgetWatch()
        hangUpWatch?.cancel()
        hangUpWatch = nil
    }
}
