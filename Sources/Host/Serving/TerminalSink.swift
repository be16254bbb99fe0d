import FHEventLoop
import FHHosting
import FHJSON

/// An output to a terminal.
///
/// Control characters in frames are made visible, so that no text can control the terminal.
///
/// A recording contains the unfiltered frames.
final class TerminalSink: OutputSink {
    /// The maximum number of bytes that are filtered in one step.
    private static let pieceSize = 4 << 10

    private let writer: OutputWriter
    private var filter = TerminalFilter(.frames)
    /// The filtered bytes that are not completely written.
    private var shown: [UInt8] = []
    private var writtenCount = 0
    /// True if the first byte of the next call was already filtered into ``shown``.
    ///
    /// The last call filtered that byte but reported it as not written. So the session keeps the end of the frame until
    /// all filtered bytes are written.
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
            // The filtering is undone, because another frame may replace a frame of which no byte is written.
            if case .wouldBlock = writeShown(), writtenCount == 0 {
                filter = before
                shown = []
                return taken > 0 ? .written(taken) : .wouldBlock
            }
            taken += piece.count
        }
    }

    /// Writes the filtered bytes that are not written yet.
    ///
    /// Returns `written` if all filtered bytes are written.
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
