import EventLoop
import JSON

/// Where frames go that a person sees: a terminal, which must not do what a text in them would have it do.
///
/// It is below a recording, which has the frames as they are.
final class TerminalSink: OutputSink {
    /// How many bytes are made visible at once.
    private static let pieceSize = 4 << 10

    private let writer: OutputWriter
    private var filter = TerminalFilter(.frames)
    /// What was made visible and is not written whole.
    private var shown: [UInt8] = []
    private var writtenCount = 0
    /// Whether the first byte that comes is already in ``shown``: it was not taken, so that the session keeps the end of
    /// the frame until all of it is written.
    private var isByteHeld = false

    init(_ writer: OutputWriter) {
        self.writer = writer
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result {
        var taken = isByteHeld ? min(1, bytes.count) : 0
        while true {
            switch writeShown() {
            case .written: break
            case .wouldBlock:
                isByteHeld = true
                return taken > 1 ? .written(taken - 1) : .wouldBlock
            case .broken(let error): return .broken(error)
            }
            isByteHeld = false
            if taken == bytes.count { return .written(taken) }
            let piece = bytes[taken...].prefix(Self.pieceSize)
            let before = filter
            filter.append(piece, to: &shown)
            // Where nothing of it is written, another frame may come in its place.
            if case .wouldBlock = writeShown(), writtenCount == 0 {
                filter = before
                shown = []
                return taken > 0 ? .written(taken) : .wouldBlock
            }
            taken += piece.count
        }
    }

    /// Writes what is visible and waits; `written` where nothing is left.
    private func writeShown() -> OutputWriter.Result {
        while writtenCount < shown.count {
            let result = shown.withUnsafeBytes { writer.write(UnsafeRawBufferPointer(rebasing: $0[writtenCount...])) }
            guard case .written(let count) = result else { return result }
            writtenCount += count
        }
        shown = []
        writtenCount = 0
        return .written(0)
    }
}
