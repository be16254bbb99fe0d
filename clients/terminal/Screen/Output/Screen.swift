/// Computes the bytes that show frames on a terminal.
///
/// Only the cells that differ from the previous frame are written. The methods return the bytes; the caller writes
/// them to the terminal.
///
/// ```swift
/// let screen = Screen(capabilities, Size(80, 24))
/// try terminal.write(screen.begin())
/// var canvas = screen.canvas()
/// canvas.put("Hello", at: Point(0, 0))
/// try terminal.write(screen.show(canvas))
/// try terminal.write(screen.end())
/// ```
public final class Screen {
    /// The part of the terminal in which frames are shown.
    public enum Mode: Sendable {
        /// The whole terminal, which shows its former content again at the end.
        case full
        /// Rows from the row of the prompt down, where rows of the last frame may stay.
        case inline
    }

    /// The sequences that begin and end synchronized output (mode 2026): the terminal shows nothing until the end.
    private static let synchronized = (begin: Array("\u{1B}[?2026h".utf8), end: Array("\u{1B}[?2026l".utf8))

    private let capabilities: Capabilities
    private let mode: Mode
    /// The size of a frame.
    public private(set) var size: Size
    private var tables = CellTables()
    private var writer: FrameWriter
    /// The frame that the terminal shows; nil if it shows something else.
    private var shown: Canvas?
    private var isCursorShown = true
    /// True if the terminal has answered that it supports synchronized output.
    public var isSynchronized = false

    /// Makes a screen.
    ///
    /// - Parameter size: the size of the terminal; in ``Mode/inline``, the size of a frame.
    public init(_ capabilities: Capabilities, _ size: Size, mode: Mode = .full) {
        self.capabilities = capabilities
        self.mode = mode
        self.size = size
        writer = FrameWriter(capabilities, mode == .full ? .fullScreen : .inline)
    }

    /// Returns an empty canvas for the next frame.
    public func canvas() -> Canvas {
        if tables.isFull {
            tables = CellTables()
            shown = nil
        }
        return Canvas(size, tables)
    }

    /// Returns the bytes that prepare the terminal.
    public func begin() -> [UInt8] {
        shown = nil
        isCursorShown = false
        switch mode {
        case .full: return capabilities.enterFullScreen + capabilities.hideCursor
        case .inline: return capabilities.hideCursor
        }
    }

    /// Returns the bytes that restore the terminal for other programs.
    ///
    /// - Parameter rows: in ``Mode/inline``, the number of rows of the last frame that stay, above the next prompt.
    public func end(keeping rows: Int = 0) -> [UInt8] {
        defer {
            shown = nil
            isCursorShown = true
        }
        switch mode {
        case .full: return writer.leave(atRow: 0) + capabilities.leaveFullScreen + capabilities.showCursor
        case .inline:
            return writer.leave(atRow: min(rows, max(0, size.height - 1))) + capabilities.eraseBelow
                + capabilities.showCursor
        }
    }

    /// Returns the bytes that show a frame instead of the one before; none if both are equal.
    public func show(_ frame: Canvas) -> [UInt8] {
        var bytes: [UInt8] = []
        if shown == nil { bytes += prepare() }
        let changes = writer.difference(from: shown, to: frame)
        let isCursorShown = frame.cursor != nil
        if self.isCursorShown, !isCursorShown || !changes.isEmpty, !isSynchronized || !isCursorShown {
            bytes += capabilities.hideCursor
            self.isCursorShown = false
        }
        bytes += changes
        if isCursorShown, !self.isCursorShown {
            bytes += capabilities.showCursor
            self.isCursorShown = true
        }
        shown = frame
        guard isSynchronized, !changes.isEmpty else { return bytes }
        return Self.synchronized.begin + bytes + Self.synchronized.end
    }

    /// Makes ``show(_:)`` write the next frame completely.
    ///
    /// Call this after other programs have written to the terminal, or its size has changed.
    public func forget(size: Size? = nil) {
        if let size { self.size = size }
        shown = nil
    }

    private func prepare() -> [UInt8] {
        switch mode {
        case .full: return writer.clear()
        case .inline: return writer.leave(atRow: 0) + capabilities.eraseBelow + lineFeeds()
        }
    }

    /// Returns line feeds that make room for a frame below the cursor, and the sequence that moves the cursor back.
    private func lineFeeds() -> [UInt8] {
        var output = ControlBytes()
        output.append(UInt8(ascii: "\r"))
        let count = max(0, size.height - 1)
        for _ in 0..<count { output.append(UInt8(ascii: "\n")) }
        if count > 0 { output.control(count, final: "A") }
        return output.bytes
    }
}
