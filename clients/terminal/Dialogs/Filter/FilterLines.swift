import FHFuzzyMatch

/// The lines of a filter that have been read so far.
public final class FilterLines {
    /// The largest number of bytes of a line that are shown.
    private static let longestShown = 4_096

    let options: FilterLineOptions
    /// The index of the searched texts.
    private(set) var index: SearchIndex
    /// The lines that are shown as a header.
    private(set) var header: [[UInt8]] = []
    /// True if all lines have been read.
    private(set) var isComplete = false
    /// The number of times that all lines were removed.
    private(set) var generation = 0
    private var texts = LineChunks()
    /// The first bytes of a line whose end has not been read yet.
    private var rest: [UInt8] = []

    /// Creates an empty list of lines.
    public init(_ options: FilterLineOptions) {
        self.options = options
        index = Self.index(options)
    }

    private static func index(_ options: FilterLineOptions) -> SearchIndex {
        SearchIndex(weights: Array(repeating: 1, count: max(1, min(16, options.nth.count))))
    }

    /// The number of lines.
    public var count: Int { texts.count }

    // MARK: Reading

    /// Adds bytes of the input.
    public func append(_ chunk: some Collection<UInt8>) {
        var left = chunk[...]
        while let end = left.firstIndex(of: options.ending) {
            if rest.isEmpty {
                add(Array(left[..<end]))
            } else {
                rest += left[..<end]
                add(rest)
                rest = []
            }
            left = left[left.index(after: end)...]
        }
        rest += left
    }

    /// Ends the input; remaining bytes are the last line.
    public func finish() {
        if !rest.isEmpty { add(rest) }
        rest = []
        isComplete = true
    }

    /// Removes all lines, because another input begins.
    func removeAll() {
        index = Self.index(options)
        (header, texts, rest) = ([], LineChunks(), [])
        isComplete = false
        generation += 1
    }

    private func add(_ line: [UInt8]) {
        if header.count < options.headerLines { return header.append(line) }
        texts.append(line)
        let text = Self.plain(shownText(line), options)
        if options.nth.isEmpty {
            index.append(utf8: [text])
        } else {
            index.append(utf8: options.nth.prefix(16).parts(of: text, options.delimiter).map { text[$0] })
        }
    }

    // MARK: Lines

    /// Returns the bytes of a line as they were read.
    func line(_ row: Int) -> [UInt8] { Array(texts[row]) }

    /// Returns the bytes of a line as they are printed: without colours if lines can contain colours.
    public func printed(_ row: Int) -> [UInt8] { Self.plain(line(row), options) }

    /// Returns the beginning of the shown text of a line, with its colours.
    func shown(_ row: Int) -> [UInt8] { Array(shownText(line(row)).prefix(Self.longestShown)) }

    private func shownText(_ line: [UInt8]) -> [UInt8] {
        if options.withNth.isEmpty { return line }
        return options.withNth.parts(of: line, options.delimiter, trimmed: false).flatMap { line[$0] }
    }

    /// Returns shown bytes as parts with styles.
    func spans(_ shown: [UInt8]) -> [StyledSpan] {
        options.hasColours ? AnsiText.parts(of: shown) : [StyledSpan(String(decoding: shown, as: UTF8.self))]
    }

    /// Returns the matching ranges of a line, as offsets of Unicode scalars in its shown text.
    func ranges(of pattern: Pattern, row: Int) -> [Range<Int>] {
        let found = index.highlights(of: pattern, row: row)
        if options.nth.isEmpty { return found.first?.ranges ?? [] }
        let text = Self.plain(shownText(line(row)), options)
        let parts = options.nth.prefix(16).parts(of: text, options.delimiter)
        return found.flatMap { highlight in
            let start = String(decoding: text[..<parts[highlight.key].lowerBound], as: UTF8.self).unicodeScalars.count
            return highlight.ranges.map { ($0.lowerBound + start)..<($0.upperBound + start) }
        }
    }

    private static func plain(_ line: [UInt8], _ options: FilterLineOptions) -> [UInt8] {
        options.hasColours ? AnsiText.stripped(line) : line
    }
}

extension Sequence<FieldRange> {
    /// Returns the searched parts of a line.
    fileprivate func parts(of line: [UInt8], _ delimiter: FieldDelimiter) -> [Range<Int>] {
        Array(self).parts(of: line, delimiter, trimmed: true)
    }
}
