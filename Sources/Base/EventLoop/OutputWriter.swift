import Glibc
public import SystemPackage

/// A writer to a descriptor of any kind on a ``PollLoop``.
///
/// A slow reader never blocks the loop's thread.
///
/// The descriptor may be blocking or non-blocking. Its flags stay unchanged, because other processes share them. The
/// writer does not own the descriptor, which must stay open until ``cancel()`` or the end of the loop. While output
/// waits, the loop retains the writer. Use the writer on the loop's thread only. Call ``ignoreSIGPIPE()`` first;
/// otherwise a write to a pipe or a socket without a reader kills the process.
public final class OutputWriter {
    /// The result of one ``write(_:)``.
    public enum Result: Equatable, Sendable {
        /// The number of bytes written, which may be fewer than given.
        ///
        /// It is at least one, unless the buffer was empty.
        case written(Int)
        /// The reader is slow, and nothing was written.
        case wouldBlock
        /// No write will succeed any more: the reader is gone (`EPIPE`, `ECONNRESET`), the disk is full, and so on.
        case broken(Errno)
    }

    /// The kind of the descriptor.
    public let kind: DescriptorKind

    private var path: OutputPath
    private let loop: PollLoop
    private let onWritable: () -> Void
    private var watch: Watch?
    private var hangUpWatch: Watch?
    private var failure: Errno?

    /// Prepares a descriptor for writing.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - loop: The loop.
    ///   - onHangUp: Called once when the last reader of a pipe is gone, even while nothing is written. Later writes
    ///     return `broken`. For other kinds of descriptors, only a write detects this.
    ///   - onWritable: Called once after a ``write(_:)`` that wrote only a part of the bytes or would block, as soon as
    ///     more bytes fit or the reader is gone.
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

    /// Writes as many bytes as possible without waiting, in chunks of at most 64 KiB.
    ///
    /// The caller keeps the remaining bytes until `onWritable` is called. After a failure, this call and all later ones
    /// return `broken`, even if some bytes were written before the failure. No reader will receive these bytes.
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

    /// Writes as many bytes of a buffer as possible without waiting, and removes these bytes from the buffer.
    ///
    /// - Returns: False after a failure. Then the buffer is empty, because no reader will receive its bytes.
    @discardableResult
    public func write(from buffer: inout [UInt8]) -> Bool {
        while !buffer.isEmpty {
            switch buffer.withUnsafeBytes({ write($0) }) {
            case .written(let count): buffer.removeFirst(count)
            case .wouldBlock: return true
            case .broken:
                buffer = []
                return false
            }
        }
        return true
    }

    /// Stops watching the descriptor, which stays open.
    ///
    /// Later writes return `broken`. A second call does nothing.
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
