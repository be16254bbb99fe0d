/// Finds the spans of lines, one line after the other.
///
/// ```swift
/// var scanner = LineScanner(.diff)
/// let line = scanner.line("@@ -1,2 +1,2 @@")
/// ```
struct LineScanner: Sendable, Equatable {
    /// The length in Unicode scalars beyond which a line has no spans.
    static let longestLine = 50_000

    let format: TextFormat
    private var ansi = ANSIStyle()
    private var hunk = HunkCounts()

    init(_ format: TextFormat) { self.format = format }

    /// Returns a line with its spans.
    mutating func line(_ text: String) -> Line {
        switch format {
        case .plain: return Self.plain(text)
        case .ansi: return ANSIText.line(text, &ansi)
        case .diff: return hunk.line(text)
        case .json: return JSONSpans.line(text)
        case .markdown: return Line(text: text)
        }
    }

    /// The text of a line as it is shown.
    static func shownText(_ text: String, _ format: TextFormat) -> String {
        format == .ansi ? ANSIText.plainText(text) : text
    }

    /// The kind of line to which `goTo` can move; nil for other lines.
    static func mark(of text: String, _ format: TextFormat) -> Line.Mark? {
        format == .diff ? HunkCounts.mark(of: text) : nil
    }

    private static func plain(_ text: String) -> Line { Line(text: text, spans: LinkScanner.spans(in: text)) }
}
