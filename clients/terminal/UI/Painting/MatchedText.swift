import FHTerminalScreen

/// A text in which some characters are marked as matches of a query.
struct MatchedText {
    /// A character of the text.
    struct Part {
        let character: Character
        let isMatch: Bool

        var columns: Int { TextWidth.columns(of: VisibleText.visible(character)) }
    }

    private(set) var parts: [Part]

    /// Makes a text in which ranges of Unicode scalars are marked.
    ///
    /// A character is marked if one of its scalars is in a range: a letter is not separated from its accents.
    ///
    /// - Parameter ranges: the ranges, in ascending order.
    init(_ text: String, _ ranges: [Range<Int>]) {
        parts = []
        parts.reserveCapacity(text.utf8.count)
        var place = 0
        var next = 0
        for character in text {
            let end = place + character.unicodeScalars.count
            while next < ranges.count, ranges[next].upperBound <= place { next += 1 }
            let isMatch = next < ranges.count && ranges[next].lowerBound < end && !ranges[next].isEmpty
            parts.append(Part(character: character, isMatch: isMatch))
            place = end
        }
    }

    /// Makes a text in which the characters at some indexes are marked.
    init(_ text: String, matches: Set<Int>) {
        parts = text.enumerated().map { Part(character: $1, isMatch: matches.contains($0)) }
    }

    private init(_ parts: [Part]) { self.parts = parts }

    /// The number of columns.
    var columns: Int { parts.reduce(0) { $0 + $1.columns } }

    // MARK: Cutting

    /// Returns the text cut to a width, with `…` where text is missing.
    ///
    /// The end is cut off; the beginning too if that is needed to show the matches.
    func cut(width: Int) -> MatchedText {
        guard width > 0, columns > width else { return width > 0 ? self : MatchedText([]) }
        let begin = beginning(width: width)
        var shown = begin > 0 ? [Part(character: "…", isMatch: false)] + parts[begin...] : parts
        var left = width
        let fitting = shown.firstIndex { part in
            left -= part.columns
            return left < 0
        }
        guard fitting != nil else { return MatchedText(shown) }
        left = width - 1
        let end = shown.firstIndex { part in
            left -= part.columns
            return left < 0
        }
        shown = Array(shown[..<(end ?? shown.count)])
        return MatchedText(shown + [Part(character: "…", isMatch: false)])
    }

    /// Returns the index of the first shown character; 0 if the matches are in view at the beginning of the text.
    ///
    /// Otherwise the end of the text is shown if all matches are in view with it. If they are not, the shown part ends
    /// after the last match; if it would then hide the first match, it begins with the first match.
    private func beginning(width: Int) -> Int {
        guard let first = parts.firstIndex(where: \.isMatch), let last = parts.lastIndex(where: \.isMatch) else {
            return 0
        }
        let end = parts[...last].reduce(0) { $0 + $1.columns }
        guard end >= width else { return 0 }
        // One cell is for the `…` at the beginning, and one for the `…` at the end if the text is cut there.
        let before = parts[..<first].reduce(0) { $0 + $1.columns }
        let toEnd = columns - width + 1
        let hidden = toEnd <= before ? toEnd : min(before, end - width + 2)
        var left = 0
        for (index, part) in parts.enumerated() {
            if left >= hidden { return index }
            left += part.columns
        }
        return 0
    }

    // MARK: Lines

    /// Returns the lines of the text, broken between words where a line is wider than a width.
    func lines(width: Int) -> [MatchedText] {
        parts.split(omittingEmptySubsequences: false) { $0.character.isNewline && $0.character.isASCII }
            .flatMap { Self.broken($0, width: max(2, width)) }
    }

    private static func broken(_ line: ArraySlice<Part>, width: Int) -> [MatchedText] {
        var lines: [MatchedText] = []
        var start = line.startIndex
        var columns = 0
        // The index after the last blank of the line, at which the line can be broken.
        var blank = start
        for index in line.indices {
            columns += line[index].columns
            if columns > width {
                if line[index].character == " " {
                    // A blank at the end of a full line is not drawn.
                    blank = index + 1
                    continue
                }
                let end = blank > start ? blank : index
                lines.append(MatchedText(Array(line[start..<end])))
                start = end
                columns = line[start...index].reduce(0) { $0 + $1.columns }
            }
            if line[index].character == " " { blank = index + 1 }
        }
        return lines + [MatchedText(Array(line[start...]))]
    }
}

extension Painter {
    /// Draws a text with its matches in one line.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    mutating func put(_ text: MatchedText, at point: Point, _ style: Style, match: Style, in area: Rect) -> Int {
        var x = point.x
        var index = 0
        while index < text.parts.count {
            let isMatch = text.parts[index].isMatch
            let end = text.parts[index...].firstIndex { $0.isMatch != isMatch } ?? text.parts.count
            let run = String(text.parts[index..<end].map(\.character))
            x = put(run, at: Point(x, point.y), isMatch ? match : style, in: area)
            index = end
        }
        return x
    }
}
