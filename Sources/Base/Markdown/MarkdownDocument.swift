internal import CFHMarkdown

/// A part of a Markdown text with a meaning.
public struct MarkdownSpan: Sendable, Hashable {
    /// The meaning of a part.
    public enum Meaning: Sendable, Hashable {
        case heading, emphasis, strong, code, quote, strike, link, rule
    }

    /// The number of lines before the one that contains the part.
    public let line: Int
    /// The range in bytes of the line.
    public let range: Range<Int>
    /// The meaning.
    public let meaning: Meaning
    /// The destination of a link; nil for other parts.
    public let url: String?
}

/// Parses Markdown: CommonMark with GitHub's extensions.
///
/// ```swift
/// MarkdownDocument.spans(of: "# Title\n\nSome *text*.")
/// ```
public enum MarkdownDocument {
    /// The extensions of GitHub Flavored Markdown that are used.
    private static let extensions = ["table", "strikethrough", "autolink", "tasklist"]

    /// Registers the extensions, once in the process.
    private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

    /// Returns the parts of a text with a meaning.
    ///
    /// Parts may contain other parts, which then come later. The work and the memory are proportional to the length of
    /// the text, which is at most 2 GiB.
    public static func spans(of text: String) -> [MarkdownSpan] {
        registration
        guard text.utf8.count < Int(Int32.max), let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return [] }
        defer { cmark_parser_free(parser) }
        for name in extensions {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let document = cmark_parser_finish(parser) else { return [] }
        defer { cmark_node_free(document) }
        guard let iterator = cmark_iter_new(document) else { return [] }
        defer { cmark_iter_free(iterator) }
        var spans: [MarkdownSpan] = []
        while true {
            let event = cmark_iter_next(iterator)
            if event == CMARK_EVENT_DONE { return spans }
            if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) { append(node, to: &spans) }
        }
    }

    private static func append(_ node: OpaquePointer, to spans: inout [MarkdownSpan]) {
        guard let meaning = meaning(of: node) else { return }
        let first = Int(cmark_node_get_start_line(node)) - 1
        let last = Int(cmark_node_get_end_line(node)) - 1
        let start = Int(cmark_node_get_start_column(node)) - 1
        let end = Int(cmark_node_get_end_column(node))
        let url = meaning == .link ? cmark_node_get_url(node).map { String(cString: $0) } : nil
        guard first >= 0, first <= last, start >= 0 else { return }
        for line in first...last {
            let lower = line == first ? start : 0
            let upper = line == last ? end : .max
            if lower < upper {
                spans.append(MarkdownSpan(line: line, range: lower..<upper, meaning: meaning, url: url))
            }
        }
    }

    private static func meaning(of node: OpaquePointer) -> MarkdownSpan.Meaning? {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_HEADING: return .heading
        case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE: return .code
        case CMARK_NODE_BLOCK_QUOTE: return .quote
        case CMARK_NODE_EMPH: return .emphasis
        case CMARK_NODE_STRONG: return .strong
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE: return .link
        case CMARK_NODE_THEMATIC_BREAK: return .rule
        default:
            let name = cmark_node_get_type_string(node).map { String(cString: $0) }
            return name == "strikethrough" ? .strike : nil
        }
    }
}
