/// Finds links and places in files, such as `main.c:12:5`, in a line.
enum LinkScanner {
    /// Returns the spans in ascending order.
    static func spans(in text: String) -> [Span] {
        // Both contain a colon; most lines have none.
        guard text.utf8.contains(0x3A) else { return [] }
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= LineScanner.longestLine else { return [] }
        var spans: [Span] = []
        var place = 0
        while place < scalars.count {
            // A word begins behind a space or an opening sign.
            guard isWordStart(place, scalars) else {
                place += 1
                continue
            }
            let link = link(scalars, from: place)
            if let end = link ?? location(scalars, from: place) {
                let style: SpanStyle = link == nil ? .location : .link
                spans.append(Span(place..<end, style, target: string(scalars[place..<end])))
                place = end
            } else {
                place += 1
            }
        }
        return spans
    }

    private static func isWordStart(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        if place == 0 { return true }
        let before = scalars[place - 1]
        return before.properties.isWhitespace || "([{<\"'`=,".unicodeScalars.contains(before)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private static let schemes = ["https://", "http://", "file://", "mailto:"].map { Array($0.unicodeScalars) }

    /// Returns the end of the link at a place.
    private static func link(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        guard let scheme = schemes.first(where: { scalars[start...].starts(with: $0) }) else { return nil }
        var end = start + scheme.count
        while end < scalars.count, !scalars[end].properties.isWhitespace,
            !"<>\"`".unicodeScalars.contains(scalars[end]),
            scalars[end].value >= 0x20
        {
            end += 1
        }
        // A sentence may end behind the link, and the link may be in parentheses.
        while end > start + scheme.count, ".,;:!?')]}".unicodeScalars.contains(scalars[end - 1]) {
            if scalars[end - 1] == ")", scalars[start..<end].contains("(") { break }
            end -= 1
        }
        return end > start + scheme.count ? end : nil
    }

    /// Returns the end of the place in a file: a path with a point or a slash, a line, and perhaps a column.
    private static func location(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var end = start
        var (hasLetter, hasSign) = (false, false)
        while end < scalars.count, isPathScalar(scalars[end]) {
            if scalars[end].properties.isAlphabetic { hasLetter = true }
            if scalars[end] == "." || scalars[end] == "/" { hasSign = true }
            end += 1
        }
        guard hasLetter, hasSign, let line = number(scalars, behind: end) else { return nil }
        return number(scalars, behind: line) ?? line
    }

    private static func isPathScalar(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 {
            return scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
                || "._/+-@~%".unicodeScalars.contains(scalar)
        }
        return scalar.properties.isAlphabetic
    }

    /// Returns the end of a colon and a number at a place; nil if there is none.
    private static func number(_ scalars: [Unicode.Scalar], behind place: Int) -> Int? {
        guard place < scalars.count, scalars[place] == ":" else { return nil }
        var end = place + 1
        while end < scalars.count, (0x30...0x39).contains(scalars[end].value) { end += 1 }
        return (place + 2...place + 10).contains(end) ? end : nil
    }
}
