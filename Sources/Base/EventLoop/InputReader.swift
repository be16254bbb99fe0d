import Glibc
public import SystemPackage

/// A reader of a descriptor of any kind on a ``PollLoop``.
///
/// A reader never blocks the loop's thread.
///
/// The descriptor may be blocking or non-blocking. Its flags stay unchanged, because other processes share them. The
/// reader does not own the descriptor, which must stay open until ``cancel()``, the end of the input or the end of the
/// loop. Until then the loop retains the reader. Use the reader on the loop's thread only.
public final class InputReader {
    /// The result of one ``read(into:)``.
    public enum Result: Equatable, Sendable {
        /// This number of bytes, at least one, was read into the start of the buffer.
        case bytes(Int)
        /// No input is available now.
        case wouldBlock
        /// The input has ended: the file has no more bytes, the last writer of a pipe has closed its end, the user has
        /// typed `^D`, or the terminal was hung up.
        case end
        /// The input failed.
        case failed(Errno)
    }

    /// The descriptor, which the reader does not own.
    public let descriptor: FileDescriptor
    /// The kind of the descriptor.
    public let kind: DescriptorKind

    private var watch: Watch?
    /// The result `end` or `failed`, which all later reads return; nil before the input has ended or failed.
    private var final: Result?
    /// True if `poll` reported the descriptor as readable in this turn, and nothing has been read since.
    private var isKnownReadable = false
    /// The callback for a hang-up of the peer; nil after the call, and for a descriptor other than a socket.
    private var onHangUp: (() -> Void)?

    /// Starts watching a descriptor.
    ///
    /// - Parameters:
    ///   - onHangUp: Called once when the peer of a socket has stopped both reading and writing, even while the reader
    ///     is paused. Bytes that the peer has written can still be read. It is not called for other kinds of
    ///     descriptors.
    ///   - onReadable: Called in each turn in which a read would return bytes, the end or an error. It is not called
    ///     after the end of the input or while the reader is paused.
    public init(
        _ descriptor: FileDescriptor, on loop: PollLoop, onHangUp: (() -> Void)? = nil,
        onReadable: @escaping () -> Void
    ) {
        self.descriptor = descriptor
        kind = DescriptorKind(descriptor)
        self.onHangUp = kind == .socket ? onHangUp : nil
        watch = loop.watch(descriptor, for: interest(inReading: true)) { ready in
            if ready.contains(.hangUp) { self.noteHangUp() }
            guard self.watch?.interest.contains(.read) == true, ready.contains(.read) else { return }
            self.isKnownReadable = true
            onReadable()
            self.isKnownReadable = false
        }
    }

    /// Reads available bytes, up to the size of the buffer.
    ///
    /// The first read in `onReadable` is one system call. Any other read may need a second system call, which checks if
    /// the read would block. After the result `end` or `failed`, the reader stops watching the descriptor, and all
    /// later reads return the same result.
    ///
    /// - Parameter buffer: The buffer, which must not be empty.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Result {
        precondition(!buffer.isEmpty, "an empty buffer can't tell bytes from the end")
        if let final { return final }
        let result = attempt(buffer)
        switch result {
        case .bytes, .wouldBlock: break
        case .end, .failed:
            final = result
            cancel()
        }
        return result
    }

    /// Suspends the calls of `onReadable`.
    ///
    /// The peer has to wait when the buffers of the system are full.
    public func pause() {
        watch?.update(interest(inReading: false))
    }

    /// Resumes the calls of `onReadable`.
    public func resume() {
        watch?.update(interest(inReading: true))
    }

    /// Stops watching the descriptor, which stays open.
    public func cancel() {
        watch?.cancel()
        watch = nil
    }

    private func interest(inReading isReading: Bool) -> Interest {
        let reading: Interest = isReading ? .read : []
        return onHangUp == nil ? reading : reading.union(.hangUp)
    }

    private func noteHangUp() {
        guard let onHangUp else { return }
        // A hang-up is permanent, so `poll` would report it in each turn if the watch still included hang-ups.
        self.onHangUp = nil
        watch.map { $0.update(interest(inReading: $0.interest.contains(.read))) }
        onHangUp()
    }

    private func attempt(_ buffer: UnsafeMutableRawBufferPointer) -> Result {
        guard kind == .socket || kind == .file || isKnownReadable || isReadableNow() else { return .wouldBlock }
        isKnownReadable = false
        while true {
            let count =
                kind == .socket
                ? recv(descriptor.rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                : Glibc.read(descriptor.rawValue, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            // Reads on the master side of a terminal fail with EIO once the other side is closed.
            case EIO where kind == .terminal: return .end
            case let code: return .failed(Errno(rawValue: code))
            }
        }
    }

    private func isReadableNow() -> Bool {
        isReady(descriptor.rawValue, POLLIN)
    }
}

/// True if a read (`POLLIN`) or a write (`POLLOUT`) would return immediately, with success or with an error.
func isReady(_ descriptor: Int32, _ event: Int32) -> Bool {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 1) { entries in
        entries.initialize(repeating: pollfd(fd: descriptor, events: Int16(event), revents: 0))
        return waitForDescriptors(entries, milliseconds: 0) == 1
    }
}
