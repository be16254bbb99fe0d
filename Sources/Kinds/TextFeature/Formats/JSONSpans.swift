/// Finds the keys and values in a line of JSON.
///
/// No value of JSON except arrays and objects has several lines, so a line is read without the lines before it.
enum JSONSpans {
    static func line(_ text: String) -> Line {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= LineScanner.longestLine else { return Line(text: text) }
        var spans: [Span] = []
        var place = 0
        while place < scalars.count {
            let start = place
            let scalar = scalars[place]
            if scalar == "\"" {
                let isClosed = skipString(scalars, &place)
                let style: SpanStyle = !isClosed ? .error : isKey(scalars, behind: place) ? .key : .string
                spans.append(Span(start..<place, style))
            } else if "{}[],:".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace {
                place += 1
            } else {
                while place < scalars.count, !isEnd(scalars[place]) { place += 1 }
                // Only a quotation mark or a sign of another value can end a word at once.
                if place == start { place += 1 }
                spans.append(Span(start..<place, style(of: scalars[start..<place])))
            }
        }
        return Line(text: text, spans: spans)
    }

    /// Skips a string; returns false if the line ends before it.
    private static func skipString(_ scalars: [Unicode.Scalar], _ place: inout Int) -> Bool {
        place += 1
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            if scalar == "\"" { return true }
            if scalar == "\\", place < scalars.count { place += 1 }
        }
        return false
    }

    private static func isKey(_ scalars: [Unicode.Scalar], behind place: Int) -> Bool {
        scalars[place...].first { !$0.properties.isWhitespace } == ":"
    }

    private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "{}[],:\"".unicodeScalars.contains(scalar)
    }

    private static func style(of word: ArraySlice<Unicode.Scalar>) -> SpanStyle {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: word)
        switch String(text) {
        case "true", "false", "null": return .literal
        case let text: return isNumber(text) ? .number : .error
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        var bytes = text.utf8[...]
        if bytes.first == 0x2D { bytes.removeFirst() }
        func digits() -> Int {
            let found = bytes.prefix { (0x30...0x39).contains($0) }.count
            bytes = bytes.dropFirst(found)
            return found
        }
        let first = bytes.first
        let whole = digits()
        if whole == 0 || whole > 1 && first == 0x30 { return false }
        if bytes.first == 0x2E {
            bytes.removeFirst()
            if digits() == 0 { return false }
        }
        if bytes.first == 0x65 || bytes.first == 0x45 {
            bytes.removeFirst()
            if bytes.first == 0x2B || bytes.first == 0x2D { bytes.removeFirst() }
            if digits() == 0 { return false }
        }
        return bytes.isEmpty
    }
}
