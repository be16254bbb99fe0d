import EventLoop
import JSON
import JSONRPC

/// What the plugin has to say, until its reader takes it; no write waits for the reader.
final class OutputQueue {
    private static let writeSize = 64 << 10
    /// How many bytes wait unread before no more input is read.
    private static let overfullSize = 16 << 20

    /// The connection's framing; lines until its first byte told.
    var encoder = MessageEncoder(framing: .lines)
    private let writer: OutputWriter
    private var buffer = JSONWriter(capacity: writeSize)
    /// Where what was not written yet begins in the buffer.
    private var head = 0
    /// Whether nothing can be written any more.
    private(set) var isBroken = false

    /// How many bytes the reader has been given.
    private(set) var written = 0

    init(_ writer: OutputWriter) {
        self.writer = writer
    }

    var isEmpty: Bool { head == buffer.count }
    var isOverfull: Bool { !isBroken && buffer.count - head >= Self.overfullSize }

    /// Appends a frame; it is written at the end of the turn, or before where much has been gathered.
    func send(_ body: (MessageEncoder, inout JSONWriter) -> Void) {
        if isBroken { return }
        body(encoder, &buffer)
        if buffer.count - head >= Self.writeSize { flush() }
    }

    /// Writes as much as the reader takes.
    func flush() {
        guard !isBroken, !isEmpty else { return }
        switch buffer.withUnsafeBytes({ writer.write(UnsafeRawBufferPointer(rebasing: $0[head...])) }) {
        case .written(let count):
            head += count
            written += count
        case .wouldBlock: break
        case .broken: isBroken = true
        }
        if isBroken || isEmpty {
            buffer.removeAll()
            head = 0
        } else if head > max(Self.writeSize, buffer.count / 2) {
            buffer.removeBytes(0..<head)
            head = 0
        }
    }
}
