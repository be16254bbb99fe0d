import FHJSON
import FeatureKit

/// A request for lines.
public struct LoadTicket: Sendable, Equatable {
    enum Kind: Sendable {
        /// All is loaded again.
        case refresh
        /// The window has moved away from the loaded lines, which are replaced.
        case jump
        /// Lines behind the loaded ones, of a source that has to be read in order.
        case append
        /// Lines behind the last known one, of a source that is still producing them.
        case grow
    }

    let kind: Kind
    let generation: Int
    let start: FetchRequest.Start
    /// The place of the first requested line.
    let offset: Int
    let limit: Int
    /// The place of the first line to keep; the lines before it are read only for the spans.
    let first: Int
    /// The number of the search whose matches are marked in the lines; nil for none.
    var search: Int?
}

/// Lines that a source has returned, with their spans.
public struct LoadedLines: Sendable, Equatable {
    let lines: [Line]
    let scanner: LineScanner
    /// The page without its rows.
    let page: Page
    let rowCount: Int
    /// The length of the lines in bytes.
    let length: Int
}

extension LoadedLines {
    /// Reads the lines of a page.
    ///
    /// - Parameter earlier: the lines before the page, if the text is read at once; they become a part of the result.
    init(
        _ page: Page, _ ticket: LoadTicket, _ scanner: LineScanner, _ key: RowMember, _ finder: Finder?,
        behind earlier: [Line] = []
    ) throws {
        var scanner = scanner
        var lines = earlier
        var length = 0
        for (index, row) in page.rows.enumerated() {
            if index.isMultiple(of: 64) { try Task.checkCancellation() }
            let text = row.lineText(key)
            var line = scanner.line(text)
            if ticket.offset + index < ticket.first { continue }
            length += text.utf8.count
            if let finder { line.matches = finder.ranges(in: line.text) }
            lines.append(line)
        }
        if scanner.format.needsWholeText { lines = MarkdownLines.lines(lines) }
        self.lines = lines
        self.scanner = scanner
        self.length = length
        rowCount = page.rows.count
        self.page = page.withoutRows
    }
}

extension Page {
    /// The page without its rows, which are not kept.
    var withoutRows: Page {
        Page(
            rows: [], nextCursor: nextCursor, endReached: endReached, totalCount: totalCount, problems: problems,
            growth: growth, failure: failure, edition: edition)
    }
}

extension SourceRow {
    /// The text of a line: a string as it is, and any other value as JSON.
    func lineText(_ key: RowMember) -> String {
        // Most lines have no escapes, and need not be parsed.
        let plain: String? = withTexts { _, value in
            guard let range = try? JSONScanner.range(of: key.pointer, in: value), range.count >= 2,
                value[range.lowerBound] == UInt8(ascii: "\"")
            else { return nil }
            let inner = UnsafeRawBufferPointer(rebasing: value[range.lowerBound + 1..<range.upperBound - 1])
            return inner.contains(UInt8(ascii: "\\")) ? nil : String(decoding: inner, as: UTF8.self)
        }
        if let plain { return plain }
        guard let text = text(of: key) else { return "" }
        return text.value.stringValue ?? (text.value.isNull ? "" : text.string)
    }
}
