import FHTerminalScreen

/// Writes styled lines with control sequences of ECMA-48.
struct StyledOutput {
    private let style: OutputStyle

    init(_ style: OutputStyle) { self.style = style }

    /// Returns lines as text, with a line feed between them.
    func text(_ lines: [[StyledSpan]]) -> String {
        lines.map { spans in spans.map(text).joined() }.joined(separator: "\n")
    }

    private func text(_ span: StyledSpan) -> String {
        let text = safe(span.text)
        guard let colours = style.colours else { return text }
        var parameters = Self.attributes.filter { span.style.attributes.contains($0.0) }.map { String($0.1) }
        parameters += Self.parameters(of: span.style.foreground, 30, colours)
        parameters += Self.parameters(of: span.style.background, 40, colours)
        var shown = parameters.isEmpty ? text : "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[m"
        if let link = span.style.link, style.hasLinks {
            let address = String(decoding: link.utf8.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
            shown = "\u{1B}]8;;\(address)\u{1B}\\\(shown)\u{1B}]8;;\u{1B}\\"
        }
        return shown
    }

    /// Returns the text with visible characters in place of control characters, except line feeds and tabs.
    private func safe(_ text: String) -> String {
        String(text.map { $0 == "\n" || $0 == "\t" || $0 == "\r\n" ? $0 : VisibleText.visible($0) })
    }

    private static let attributes: [(Style.Attributes, Int)] = [
        (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]

    /// Returns the SGR parameters of a colour; empty if it is the standard colour, or one that the terminal lacks.
    private static func parameters(of colour: Colour, _ base: Int, _ colours: Capabilities.Colours) -> [String] {
        switch colour {
        case .standard: return []
        case .palette(let number) where number < 8 && colours >= .eight: return ["\(base + Int(number))"]
        case .palette(let number) where number < 16 && colours >= .sixteen: return ["\(base + 52 + Int(number))"]
        case .palette(let number) where colours >= .indexed: return ["\(base + 8)", "5", "\(number)"]
        case .rgb(let red, let green, let blue) where colours == .direct:
            return ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
        case .rgb(let red, let green, let blue) where colours == .indexed:
            let number = 16 + 36 * level(red) + 6 * level(green) + level(blue)
            return ["\(base + 8)", "5", "\(number)"]
        default: return []
        }
    }

    /// Returns the index of the nearest of the six levels that a component of xterm's colours can have.
    private static func level(_ part: UInt8) -> Int {
        if part < 48 { return 0 }
        return part < 115 ? 1 : (Int(part) - 35) / 40
    }
}
