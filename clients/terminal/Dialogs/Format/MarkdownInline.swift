import FHTerminalScreen

/// The styles within a line of Markdown: bold, italic, struck out, code and links.
struct MarkdownInline {
    /// True if links can be clicked; otherwise, their addresses are shown.
    let hasLinks: Bool

    private static let marks: [(text: String, attribute: Style.Attributes)] = [
        ("***", [.bold, .italic]), ("**", .bold), ("__", .bold), ("~~", .strikethrough), ("*", .italic), ("_", .italic),
    ]

    /// Returns the parts of a text with their styles.
    func spans(_ text: String, _ style: Style) -> [StyledSpan] {
        spans(Array(text), style, depth: 0)
    }

    private func spans(_ text: [Character], _ style: Style, depth: Int) -> [StyledSpan] {
        var spans: [StyledSpan] = []
        var plain = ""
        var index = 0
        func flush() {
            if !plain.isEmpty { spans.append(StyledSpan(plain, style)) }
            plain = ""
        }
        while index < text.count {
            let character = text[index]
            if character == "\\", index + 1 < text.count, text[index + 1].isPunctuation || text[index + 1].isSymbol {
                plain.append(text[index + 1])
                index += 2
            } else if character == "`", let (content, end) = code(text, index) {
                flush()
                spans.append(StyledSpan(content, Self.adding(style, Markdown.code)))
                index = end
            } else if depth < 8, let (inner, end) = link(text, index, style, depth) {
                flush()
                spans += inner
                index = end
            } else if depth < 8, let (attribute, content, end) = emphasis(text, index) {
                flush()
                spans += self.spans(content, style.adding(attribute), depth: depth + 1)
                index = end
            } else {
                plain.append(character)
                index += 1
            }
        }
        flush()
        return spans
    }

    private static func adding(_ style: Style, _ more: Style) -> Style {
        Style(
            foreground: more.foreground, background: style.background, style.attributes.union(more.attributes),
            link: style.link)
    }

    // MARK: Parts

    private func code(_ text: [Character], _ start: Int) -> (String, Int)? {
        let count = text[start...].prefix { $0 == "`" }.count
        let mark = Array(repeating: Character("`"), count: count)
        guard let end = find(mark, in: text, from: start + count) else { return nil }
        var content = text[(start + count)..<end]
        // A blank at each side keeps backquotes of the content apart from the marks.
        if content.count > 2, content.first == " ", content.last == " " { content = content.dropFirst().dropLast() }
        return (String(content), end + count)
    }

    private func emphasis(_ text: [Character], _ start: Int) -> (Style.Attributes, [Character], Int)? {
        for (mark, attribute) in Self.marks {
            let mark = Array(mark)
            guard text[start...].starts(with: mark) else { continue }
            let inner = start + mark.count
            guard inner < text.count, !text[inner].isWhitespace else { continue }
            // Underscores within words are part of names.
            if mark[0] == "_", start > 0, text[start - 1].isLetter || text[start - 1].isNumber { continue }
            var from = inner + 1
            while let end = find(mark, in: text, from: from) {
                let after = end + mark.count
                let isLonger = mark.count < 3 && after < text.count && text[after] == mark[0]
                let isInWord = mark[0] == "_" && after < text.count && (text[after].isLetter || text[after].isNumber)
                if !isLonger, !isInWord, !text[end - 1].isWhitespace {
                    return (attribute, Array(text[inner..<end]), after)
                }
                // The found mark belongs to a part within this one, as in `*a **b** c*`.
                from = isLonger ? end + (text[end...].prefix { $0 == mark[0] }.count) : end + 1
            }
        }
        return nil
    }

    private func link(_ text: [Character], _ start: Int, _ style: Style, _ depth: Int) -> ([StyledSpan], Int)? {
        if text[start] == "<", let end = find([">"], in: text, from: start + 1) {
            let address = String(text[(start + 1)..<end])
            guard address.hasPrefix("https://") || address.hasPrefix("http://") || address.hasPrefix("mailto:") else {
                return nil
            }
            return ([StyledSpan(address, linked(style, address))], end + 1)
        }
        let isImage = text[start] == "!"
        let open = isImage ? start + 1 : start
        guard open < text.count, text[open] == "[", let close = find(["]"], in: text, from: open + 1),
            close + 1 < text.count, text[close + 1] == "(", let end = find([")"], in: text, from: close + 2)
        else { return nil }
        let target = String(text[(close + 2)..<end]).split(separator: " ").first.map(String.init) ?? ""
        let label = Array(text[(open + 1)..<close])
        var inner = spans(label, linked(style, target), depth: depth + 1)
        if !hasLinks, String(label) != target, !target.isEmpty {
            inner = spans(label, style.adding(.underline), depth: depth + 1) + [StyledSpan(" (\(target))", style)]
        }
        return (inner, end + 1)
    }

    private func linked(_ style: Style, _ address: String) -> Style {
        var style = style.adding(.underline)
        style.link = address
        return style
    }

    private func find(_ mark: [Character], in text: [Character], from start: Int) -> Int? {
        guard start >= 0, start + mark.count <= text.count else { return nil }
        return (start...(text.count - mark.count)).first { index in
            text[index] == mark[0] && text[index...].starts(with: mark)
        }
    }
}
