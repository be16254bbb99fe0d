import FHEventLoop
import FHJSON
import SystemPackage

/// Copies bytes from one descriptor to another, with back-pressure.
///
/// It is used only on its loop's thread.
final class Relay {
    /// The reason for the end of a relay.
    enum End {
        /// The source has ended, and all its bytes are written.
        case source
        /// Reading failed, for example because the process at the other end died.
        case lost(Errno)
        /// The target accepts no more bytes.
        case refused(Errno)
    }

    private let onEnd: (End) -> Void
    private var reader: InputReader?
    private var writer: OutputWriter?
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var waiting: Range<Int> = 0..<0
    /// The filter of control characters for a terminal; nil for another target.
    private var filter: TerminalFilter?

    /// Starts to copy.
    ///
    /// - Parameter onEnd: called once at the end.
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

    /// Replaces the read bytes by their filtered form.
    private func makeVisible() {
        var shown: [UInt8] = []
        filter?.append(buffer[waiting], to: &shown)
        waiting = 0..<shown.count
        // The buffer gets at least its earlier length again, for the next read.
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
