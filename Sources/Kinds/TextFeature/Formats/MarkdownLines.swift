import FHMarkdown

/// Finds the spans of a whole Markdown text.
///
/// The text of the lines stays as it is: a client shows the source with its styles.
enum MarkdownLines {
    static func lines(_ lines: [Line]) -> [Line] {
        var result = lines
        // The separator of lines is one byte, and a carriage return would be a line break too.
        let texts = lines.map {
            $0.text.contains("\r") ? String($0.text.unicodeScalars.map { $0 == "\r" ? " " : Character($0) }) : $0.text
        }
        var painted: [Int: [(range: Range<Int>, span: MarkdownSpan)]] = [:]
        for span in MarkdownDocument.spans(of: texts.joined(separator: "\n")) where lines.indices.contains(span.line) {
            painted[span.line, default: []].append((span.range, span))
        }
        for index in result.indices { (result[index].spans, result[index].mark) = ([], nil) }
        for index in result.indices {
            let parts = painted[index] ?? []
            let links = LinkScanner.spans(in: lines[index].text).filter { $0.style == .link }
            if parts.isEmpty, links.isEmpty { continue }
            result[index].spans = spans(parts, links, in: lines[index].text)
            if parts.contains(where: { $0.span.meaning == .heading }) { result[index].mark = .heading }
        }
        return result
    }

    /// Returns spans without overlaps: an inner part covers the outer ones.
    ///
    /// - Parameter links: the links of the line, which cmark finds too, but without their places.
    private static func spans(
        _ parts: [(range: Range<Int>, span: MarkdownSpan)], _ links: [Span], in text: String
    ) -> [Span] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= LineScanner.longestLine, !scalars.isEmpty else { return [] }
        // The place of each scalar in bytes.
        var starts: [Int] = []
        var bytes = 0
        for scalar in scalars {
            starts.append(bytes)
            bytes += UTF8.width(scalar)
        }
        var owners = [Int](repeating: -1, count: scalars.count)
        for (number, part) in parts.enumerated() {
            let range = part.range.clamped(to: 0..<bytes)
            let first = starts.firstIndex { $0 >= range.lowerBound } ?? scalars.count
            let last = starts.lastIndex { $0 < range.upperBound } ?? -1
            if first <= last { for place in first...last { owners[place] = number } }
        }
        // A link inside a link or inside code is none.
        let free = links.filter { link in
            link.range.allSatisfy { owners[$0] < 0 || ![.link, .code].contains(parts[owners[$0]].span.meaning) }
        }
        for (number, link) in free.enumerated() {
            for place in link.range { owners[place] = parts.count + number }
        }
        var spans: [Span] = []
        var place = 0
        while place < scalars.count {
            let start = place
            while place < scalars.count, owners[place] == owners[start] { place += 1 }
            let owner = owners[start]
            if owner >= parts.count {
                spans.append(free[owner - parts.count])
            } else if owner >= 0 {
                spans.append(Span(start..<place, style(of: parts[owner].span.meaning), target: parts[owner].span.url))
            }
        }
        return spans
    }

    private static func style(of meaning: MarkdownSpan.Meaning) -> SpanStyle {
        switch meaning {
        case .heading: .heading
        case .emphasis: .emphasis
        case .strong: .strong
        case .code: .code
        case .quote: .quote
        case .strike: .strike
        case .link: .link
        case .rule: .dim
        }
    }
}
