/// Reads a line with control sequences of a terminal (ECMA-48).
///
/// Sequences for colours and attributes become spans. Every other sequence is left out, and so is a carriage return
/// with the text before it, which a terminal would overwrite.
enum ANSIText {
    private static let escape: UInt32 = 0x1B

    /// Returns the line without control sequences, with the spans of their colours.
    ///
    /// - Parameter style: the style at the start of the line; changed to the style at its end.
    static func line(_ text: String, _ style: inout ANSIStyle) -> Line {
        var shown: [Unicode.Scalar] = []
        var runs: [(start: Int, style: ANSIStyle)] = [(0, style)]
        read(
            text, onText: { shown.append($0) },
            onStyle: { parameters in
                style.apply(parameters)
                runs.append((shown.count, style))
            },
            onReturn: {
                shown.removeAll(keepingCapacity: true)
                runs = [(0, style)]
            })
        var line = Line(text: string(shown))
        guard shown.count <= LineScanner.longestLine else { return line }
        var spans: [Span] = []
        for (index, run) in runs.enumerated() {
            let end = index + 1 < runs.count ? runs[index + 1].start : shown.count
            if run.start < end, !run.style.isPlain { append(Span(run.start..<end, .ansi(run.style)), to: &spans) }
        }
        let links = LinkScanner.spans(in: line.text)
        line.spans = links.isEmpty ? spans : merged(spans, below: links)
        return line
    }

    /// Returns the line without control sequences.
    static func plainText(_ text: String) -> String {
        if !text.utf8.contains(where: { $0 == 0x1B || $0 == 0x0D }) { return text }
        var shown: [Unicode.Scalar] = []
        read(text, onText: { shown.append($0) }, onStyle: { _ in }, onReturn: { shown.removeAll() })
        return string(shown)
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private static func append(_ span: Span, to spans: inout [Span]) {
        if let last = spans.last, last.style == span.style, last.range.upperBound == span.range.lowerBound {
            spans[spans.count - 1] = Span(last.range.lowerBound..<span.range.upperBound, span.style)
        } else {
            spans.append(span)
        }
    }

    /// Returns the spans with other spans over them.
    private static func merged(_ spans: [Span], below upper: [Span]) -> [Span] {
        var line = Line(text: "", spans: spans, matches: upper.map(\.range))
        line.spans = line.shownSpans
        let covered = Dictionary(upper.map { ($0.range.lowerBound, $0) }) { first, _ in first }
        return line.spans.map { span in span.style == .match ? covered[span.range.lowerBound] ?? span : span }
    }

    // MARK: Control sequences

    private static func read(
        _ text: String, onText: (Unicode.Scalar) -> Void, onStyle: ([Int]) -> Void, onReturn: () -> Void
    ) {
        let scalars = Array(text.unicodeScalars)
        var next = 0
        while next < scalars.count {
            let scalar = scalars[next]
            next += 1
            switch scalar.value {
            case escape:
                guard next < scalars.count else { break }
                let kind = scalars[next]
                next += 1
                if kind == "[" { readSequence(scalars, &next, onStyle) } else { skip(kind, scalars, &next) }
            case 0x9B: readSequence(scalars, &next, onStyle)
            case 0x0D: if next < scalars.count { onReturn() }
            case 0x09: onText(scalar)
            case 0..<0x20, 0x7F: break
            default: onText(scalar)
            }
        }
    }

    /// Reads a control sequence behind its introducer.
    private static func readSequence(_ scalars: [Unicode.Scalar], _ next: inout Int, _ onStyle: ([Int]) -> Void) {
        var parameters: [Int] = []
        var number: Int?
        var isPrivate = false
        while next < scalars.count {
            let value = scalars[next].value
            next += 1
            switch value {
            case 0x30...0x39: number = min((number ?? 0) * 10 + Int(value - 0x30), 100_000)
            case 0x3A, 0x3B:
                parameters.append(number ?? 0)
                number = nil
            case 0x3C...0x3F: isPrivate = true
            case 0x20...0x2F: isPrivate = true
            case 0x40...0x7E:
                if let number { parameters.append(number) } else if !parameters.isEmpty { parameters.append(0) }
                if value == 0x6D, !isPrivate { onStyle(parameters) }
                return
            default:
                next -= 1
                return
            }
        }
    }

    /// Skips a control string, such as a title, or another escape sequence.
    private static func skip(_ kind: Unicode.Scalar, _ scalars: [Unicode.Scalar], _ next: inout Int) {
        switch kind {
        case "]", "P", "_", "^", "X":
            while next < scalars.count {
                let value = scalars[next].value
                next += 1
                if value == 7 || value == 0x9C { return }
                if value == escape {
                    if next < scalars.count, scalars[next] == "\\" { next += 1 }
                    return
                }
            }
        case _ where (0x20...0x2F).contains(kind.value):
            while next < scalars.count, (0x20...0x2F).contains(scalars[next].value) { next += 1 }
            next += 1
        default: break
        }
    }
}
