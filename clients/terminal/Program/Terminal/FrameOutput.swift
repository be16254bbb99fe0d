import FHEventLoop
import Glibc
import SystemPackage

/// Writes frames to the terminal without waiting for it.
///
/// The program draws the next frame only when ``isReady`` is true; the frame then shows the newest state.
final class FrameOutput {
    /// The time in milliseconds that a slow terminal has for the bytes that end the program's screen.
    private static let timeoutMs = 500

    private var writer: OutputWriter?
    private var unwritten: [UInt8] = []
    private let descriptor: Int32
    /// True if nothing can be written any more, because the terminal is gone.
    private(set) var isBroken = false

    /// Starts to write to a terminal.
    init(_ descriptor: Int32, on loop: PollLoop) {
        self.descriptor = descriptor
        writer = OutputWriter(FileDescriptor(rawValue: descriptor), on: loop) { [unowned self] in flush() }
    }

    /// True if the last frame is completely written, and the terminal is not gone.
    var isReady: Bool { unwritten.isEmpty && !isBroken }

    /// Writes bytes, after those that are not written yet.
    func write(_ bytes: [UInt8]) {
        unwritten += bytes
        flush()
    }

    /// Writes the last bytes of the program's screen, and waits for the terminal for a short time.
    func finish(_ bytes: [UInt8]) {
        write(bytes)
        let deadline = monotonicNanoseconds() + Self.timeoutMs * 1_000_000
        while !unwritten.isEmpty, monotonicNanoseconds() < deadline {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&entry, 1, 50)
            flush()
        }
        unwritten = []
    }

    /// Stops writing.
    func cancel() { writer?.cancel() }

    private func flush() {
        if let writer, !writer.write(from: &unwritten) { isBroken = true }
    }
}
