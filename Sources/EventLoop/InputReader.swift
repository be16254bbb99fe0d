import Glibc
public import SystemPackage

/// Reads a descriptor of any kind on a ``PollLoop``, and never blocks its thread.
///
/// The descriptor may be blocking or not, and its flags stay as they are: other processes share them. It is borrowed,
/// and must stay open until ``cancel()``, the end of the input or the end of the loop. Until then the loop holds the
/// reader. Use it on the loop's thread only.
public final class InputReader {
    /// What one ``read(into:)`` brought.
    public enum Result: Equatable, Sendable {
        /// So many bytes stand at the start of the buffer; at least one.
        case bytes(Int)
        /// There is nothing at present.
        case wouldBlock
        /// There will be nothing more: end of file, the writers are gone, `^D`, a terminal that was hung up.
        case end
        /// The input broke.
        case failed(Errno)
    }

    /// The descriptor that is read.
    public let descriptor: FileDescriptor
    /// What the descriptor is open on.
    public let kind: DescriptorKind

    private var watch: Watch?
    /// How the input ended; it is final.
    private var final: Result?
    /// `poll` saw something in this turn, and nothing was read since.
    private var isKnownReadable = false
    /// Called once when the other end of a socket is gone; nil from then on.
    private var onHangUp: (() -> Void)?

    /// Starts to watch a descriptor.
    ///
    /// - Parameters:
    ///   - onHangUp: called once when the other end of a socket neither writes nor reads any more, also while the
    ///     reader is paused; what it has written can still be read.
    ///   - onReadable: called in each turn in which a read would bring something, be it the end,
    ///     until it did bring the end, and never while the reader is paused.
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

    /// Reads what is there, up to the size of the buffer.
    ///
    /// One system call in `onReadable`. A second read there, or one elsewhere, may take one more to learn whether it
    /// would block. `end` and `failed` end the watch, and come again when asked again.
    ///
    /// - Parameter buffer: must not be empty.
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

    /// Stops the calls of `onReadable`, and so lets the other end wait.
    public func pause() {
        watch?.update(interest(inReading: false))
    }

    /// Takes up the calls of `onReadable` again.
    public func resume() {
        watch?.update(interest(inReading: true))
    }

    /// Ends the watch for good; the descriptor stays open.
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
        // It goes on being so: whoever waits for it would be woken for ever.
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
            // What the master's side of a terminal reads when the other side is closed.
            case EIO where kind == .terminal: return .end
            case let code: return .failed(Errno(rawValue: code))
            }
        }
    }

    private func isReadableNow() -> Bool {
        isReady(descriptor.rawValue, POLLIN)
    }
}

/// Whether a call would not block, or would fail, at this moment.
func isReady(_ descriptor: Int32, _ event: Int32) -> Bool {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 1) { entries in
        entries.initialize(repeating: pollfd(fd: descriptor, events: Int16(event), revents: 0))
        return waitForDescriptors(entries, milliseconds: 0) == 1
    }
}
