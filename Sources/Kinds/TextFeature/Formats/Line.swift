/// A line of a text with its spans.
struct Line: Sendable, Equatable {
    /// A kind of line to which `goTo` can move.
    enum Mark: Sendable {
        case heading, hunk
    }

    /// The text as it is shown.
    var text: String
    /// The spans of the format: ascending, and without overlaps.
    var spans: [Span] = []
    var mark: Mark?
    /// The ranges that match the search, in Unicode scalars: ascending, and without overlaps.
    var matches: [Range<Int>] = []

    /// The spans to show: those of the format, in which the ranges that match are spans of their own.
    var shownSpans: [Span] {
        if matches.isEmpty { return spans }
        var shown: [Span] = []
        var rest = spans[...]
        for match in matches {
            while let span = rest.first, span.range.lowerBound < match.upperBound {
                rest.removeFirst()
                if span.range.lowerBound < match.lowerBound {
                    shown.append(span.cut(to: span.range.lowerBound..<min(span.range.upperBound, match.lowerBound)))
                }
                if span.range.upperBound > match.upperBound {
                    rest = [span.cut(to: match.upperBound..<span.range.upperBound)] + rest
                    break
                }
            }
            shown.append(Span(match, .match))
        }
        return shown + rest
    }
}

/// A part of a line with a style.
struct Span: Sendable, Equatable {
    /// The range in Unicode scalars.
    let range: Range<Int>
    let style: SpanStyle
    /// The destination of a link, or the place in a file; nil for other spans.
    var target: String?

    init(_ range: Range<Int>, _ style: SpanStyle, target: String? = nil) {
        self.range = range
        self.style = style
        self.target = target
    }

    /// True if `acceptSpan` accepts the span.
    var isAcceptable: Bool { style == .link || style == .location || style == .hunk }

    func cut(to range: Range<Int>) -> Span { Span(range, style, target: target) }
}

/// The meaning of a span, or its colours.
enum SpanStyle: Sendable, Equatable {
    case heading, emphasis, strong, code, quote, strike, link, location, added, removed, hunk, dim, key, string, number,
        literal, error, match
    /// Colours and attributes of a terminal.
    case ansi(ANSIStyle)

    /// The name on the wire.
    var name: StaticString {
        switch self {
        case .heading: "heading"
        case .emphasis: "emphasis"
        case .strong: "strong"
        case .code: "code"
        case .quote: "quote"
        case .strike: "strike"
        case .link: "link"
        case .location: "location"
        case .added: "added"
        case .removed: "removed"
        case .hunk: "hunk"
        case .dim: "dim"
        case .key: "key"
        case .string: "string"
        case .number: "number"
        case .literal: "literal"
        case .error: "error"
        case .match: "match"
        case .ansi: "ansi"
        }
    }
}
