/// Reads the lines of a unified diff.
///
/// The header of a hunk has the numbers of its lines, so that a removed line `-- x` is no header of a file.
struct HunkCounts: Sendable, Equatable {
    /// The numbers of lines of the current hunk that have not been read.
    private var old = 0
    private var new = 0

    /// Returns a line with its spans.
    mutating func line(_ text: String) -> Line {
        let scalars = text.unicodeScalars
        guard let first = scalars.first else {
            (old, new) = (max(0, old - 1), max(0, new - 1))
            return Line(text: text)
        }
        if first == "@", let header = HunkHeader(text) {
            (old, new) = (header.oldCount, header.newCount)
            return header.line(text)
        }
        if old > 0 || new > 0 {
            switch first {
            case "+":
                new = max(0, new - 1)
                return whole(text, .added)
            case "-":
                old = max(0, old - 1)
                return whole(text, .removed)
            case " ":
                (old, new) = (max(0, old - 1), max(0, new - 1))
                return Line(text: text)
            case "\\": return whole(text, .dim)
            default: (old, new) = (0, 0)
            }
        }
        if first == "\\" { return whole(text, .dim) }
        if text.hasPrefix("diff ") { return whole(text, .heading, .heading) }
        if text.hasPrefix("--- ") || text.hasPrefix("+++ ") { return whole(text, .heading) }
        if Self.headers.contains(where: { text.hasPrefix($0) }) { return whole(text, .dim) }
        // The start of a hunk may be too far away to have been read.
        if first == "+" { return whole(text, .added) }
        if first == "-" { return whole(text, .removed) }
        return Line(text: text)
    }

    private static let headers = [
        "index ", "old mode ", "new mode ", "deleted file mode ", "new file mode ", "copy from ", "copy to ",
        "rename from ", "rename to ", "similarity index ", "dissimilarity index ", "Binary files ", "Index: ", "====",
    ]

    /// The kind of a line; inside a hunk, no line begins like these.
    static func mark(of text: String) -> Line.Mark? {
        if text.hasPrefix("@@ ") { return HunkHeader(text) == nil ? nil : .hunk }
        return text.hasPrefix("diff ") ? .heading : nil
    }

    private func whole(_ text: String, _ style: SpanStyle, _ mark: Line.Mark? = nil) -> Line {
        let count = text.unicodeScalars.count
        return Line(text: text, spans: count > 0 ? [Span(0..<count, style)] : [], mark: mark)
    }
}

/// The header of a hunk: `@@ -1,5 +1,6 @@ section`.
struct HunkHeader: Sendable, Equatable {
    let oldStart: Int
    let oldCount: Int
    let newStart: Int
    let newCount: Int
    /// The text behind the numbers, such as the name of a function.
    let section: String
    /// The number of Unicode scalars up to the section.
    private let length: Int

    /// Reads a header; nil for any other line.
    init?(_ text: String) {
        guard text.hasPrefix("@@ -") else { return nil }
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[3].hasPrefix("@@"), parts[1].first == "-", parts[2].first == "+",
            let old = Self.range(parts[1].dropFirst()), let new = Self.range(parts[2].dropFirst())
        else { return nil }
        (oldStart, oldCount) = old
        (newStart, newCount) = new
        section = parts.count > 4 ? String(parts[4]) : ""
        length = text.unicodeScalars.count - section.unicodeScalars.count
    }

    private static func range(_ text: Substring) -> (start: Int, count: Int)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let start = Int(parts[0]), start >= 0 else { return nil }
        guard parts.count > 1 else { return (start, 1) }
        guard parts.count == 2, let count = Int(parts[1]), count >= 0 else { return nil }
        return (start, count)
    }

    func line(_ text: String) -> Line {
        var spans = [Span(0..<length, .hunk)]
        let count = text.unicodeScalars.count
        if count > length { spans.append(Span(length..<count, .dim)) }
        return Line(text: text, spans: spans, mark: .hunk)
    }
}
