import EventLoop
import JSON
import SystemPackage

/// Brings bytes from one descriptor to another, and lets the source wait while the target does.
///
/// Belongs to its loop's thread.
final class Relay {
    /// How it came to an end.
    enum End {
        /// The source has ended, and all of it is written.
        case source
        /// The source is broken, as where a process at its other end died.
        case lost(Errno)
        /// The target takes nothing any more.
        case refused(Errno)
    }

    private let onEnd: (End) -> Void
    private var reader: InputReader?
    private var writer: OutputWriter?
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var waiting: Range<Int> = 0..<0
    /// What a terminal may get; nil where the target is none.
    private var filter: TerminalFilter?

    /// Begins.
    ///
    /// - Parameter onEnd: called once, when no more can be brought.
    init(
        from source: FileDescriptor, to target: FileDescriptor, on loop: PollLoop, onEnd: @escaping (End) -> Void
    ) {
        self.onEnd = onEnd
        if OwnProcess.isTerminal(target) { filter = TerminalFilter(.frames) }
        writer = OutputWriter(target, on: loop, onHangUp: { [unowned self] in end(.refused(.brokenPipe)) }) {
            [unowned self] in write()
        }
        reader = InputReader(source, on: loop) { [unowned self] in read() }
    }

    private func read() {
        switch buffer.withUnsafeMutableBytes({ reader?.read(into: $0) ?? .wouldBlock }) {
        case .bytes(let count):
            waiting = 0..<count
            if filter != nil { makeVisible() }
            write()
        case .wouldBlock: break
        case .end: end(.source)
        case .failed(let error): end(.lost(error))
        }
    }

    /// Puts what a terminal may get in the place of what was read.
    private func makeVisible() {
        var shown: [UInt8] = []
        filter?.append(buffer[waiting], to: &shown)
        waiting = 0..<shown.count
        // The next read has as much room as this one.
        let room = max(0, buffer.count - shown.count)
        buffer = shown + [UInt8](repeating: 0, count: room)
    }

    private func write() {
        while let writer, !waiting.isEmpty {
            switch buffer.withUnsafeBytes({ writer.write(UnsafeRawBufferPointer(rebasing: $0[waiting])) }) {
            case .written(let count): waiting = waiting.lowerBound + count..<waiting.upperBound
            case .wouldBlock: reader?.pause(); return
            case .broken(let error): end(.refused(error)); return
            }
        }
        reader?.resume()
    }

    private func end(_ end: End) {
        reader?.cancel()
        writer?.cancel()
        reader = nil
        writer = nil
        onEnd(end)
    }
}
