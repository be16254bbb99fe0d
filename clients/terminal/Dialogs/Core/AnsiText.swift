import FHTerminalScreen

/// Reads text with control sequences of ECMA-48, such as the colours that commands print for terminals.
///
/// Colours, attributes and links are read. Other control sequences are left out.
public enum AnsiText {
    /// Returns the text without control sequences.
    public static func stripped(_ text: String) -> String {
        guard text.utf8.contains(0x1B) else { return text }
        var kept: [UInt8] = []
        read(Array(text.utf8), text: { kept += $0 }, sequence: { _, _ in }, link: { _ in })
        return String(decoding: kept, as: UTF8.self)
    }

    /// Returns the bytes of a text without control sequences.
    static func stripped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x1B) else { return bytes }
        var kept: [UInt8] = []
        read(bytes, text: { kept += $0 }, sequence: { _, _ in }, link: { _ in })
        return kept
    }

    /// Returns the parts of a line with their styles.
    ///
    /// Tabs, backspaces and other control characters stay in the texts.
    static func parts(of bytes: [UInt8]) -> [StyledSpan] {
        var spans: [StyledSpan] = []
        var style = Style.plain
        read(
            bytes,
            text: { part in spans.append(StyledSpan(String(decoding: part, as: UTF8.self), style)) },
            sequence: { final, numbers in if final == UInt8(ascii: "m") { change(&style, numbers) } },
            link: { style.link = $0 })
        return spans
    }

    /// Returns the parts of a line with their styles.
    ///
    /// Tabs become blanks. A character before a backspace is left out, and so is a carriage return at the end.
    static func spans(of line: some Sequence<UInt8>) -> [StyledSpan] {
        var bytes = Array(line)
        if bytes.last == 0x0D { bytes.removeLast() }
        if bytes.contains(8) { bytes = withoutOverstrikes(bytes) }
        let spans = parts(of: bytes)
        return bytes.contains(9) ? withoutTabs(spans) : spans
    }

    // MARK: Sequences

    private static func read(
        _ bytes: [UInt8], text: (ArraySlice<UInt8>) -> Void, sequence: (UInt8, [Int]) -> Void, link: (String?) -> Void
    ) {
        var rest = bytes[...]
        while let escape = rest.firstIndex(of: 0x1B) {
            if escape > rest.startIndex { text(rest[..<escape]) }
            rest = rest[(escape + 1)...]
            switch rest.first {
            case UInt8(ascii: "["):
                let body = rest.dropFirst()
                guard let end = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else { return }
                sequence(body[end], numbers(body[..<end]))
                rest = rest[(end + 1)...]
            case UInt8(ascii: "]"):
                let body = rest.dropFirst()
                guard let end = body.firstIndex(where: { $0 == 7 || $0 == 0x1B }) else { return }
                link8(String(decoding: body[..<end], as: UTF8.self), link)
                rest = rest[(end + 1)...]
                if bytes[end] == 0x1B, rest.first == UInt8(ascii: "\\") { rest = rest.dropFirst() }
            case nil: return
            // Another escape sequence, such as the choice of a character set, which has an intermediate byte.
            default:
                guard let end = rest.firstIndex(where: { !(0x20..<0x30).contains($0) }) else { return }
                rest = rest[(end + 1)...]
            }
        }
        if !rest.isEmpty { text(rest) }
    }

    private static func numbers(_ body: ArraySlice<UInt8>) -> [Int] {
        let parts = body.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
        return parts.map { part in
            part.reduce(0) { (0x30...0x39).contains($1) ? min($0 * 10 + Int($1) - 0x30, 1 << 20) : $0 }
        }
    }

    /// Reads a link (OSC 8): `8;parameters;address`.
    private static func link8(_ body: String, _ link: (String?) -> Void) {
        let parts = body.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "8" else { return }
        link(parts[2].isEmpty ? nil : String(parts[2]))
    }

    /// Changes a style by the parameters of `SGR`.
    private static func change(_ style: inout Style, _ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: style = Style(link: style.link)
            case 1: style.attributes.insert(.bold)
            case 2: style.attributes.insert(.dim)
            case 3: style.attributes.insert(.italic)
            case 4: style.attributes.insert(.underline)
            case 7: style.attributes.insert(.reverse)
            case 9: style.attributes.insert(.strikethrough)
            case 22: style.attributes.subtract([.bold, .dim])
            case 23: style.attributes.remove(.italic)
            case 24: style.attributes.remove(.underline)
            case 27: style.attributes.remove(.reverse)
            case 29: style.attributes.remove(.strikethrough)
            case 30...37: style.foreground = .palette(UInt8(number - 30))
            case 38: if let colour = colour(&rest) { style.foreground = colour }
            case 39: style.foreground = .standard
            case 40...47: style.background = .palette(UInt8(number - 40))
            case 48: if let colour = colour(&rest) { style.background = colour }
            case 49: style.background = .standard
            case 90...97: style.foreground = .palette(UInt8(number - 82))
            case 100...107: style.background = .palette(UInt8(number - 92))
            default: break
            }
        }
    }

    private static func colour(_ rest: inout ArraySlice<Int>) -> Colour? {
        switch rest.popFirst() {
        case 5: return rest.popFirst().map { .palette(UInt8(clamping: $0)) }
        case 2:
            let parts = rest.prefix(3).map { UInt8(clamping: $0) }
            rest = rest.dropFirst(3)
            return parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
        default: return nil
        }
    }

    // MARK: Control characters

    private static func withoutOverstrikes(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        for byte in bytes {
            if byte != 8 {
                kept.append(byte)
            } else {
                // Removes all bytes of the last character.
                while let last = kept.popLast(), last & 0xC0 == 0x80 {}
            }
        }
        return kept
    }

    private static func withoutTabs(_ spans: [StyledSpan]) -> [StyledSpan] {
        var column = 0
        return spans.map { span in
            var text = ""
            for character in span.text {
                if character == "\t" {
                    let count = 8 - column % 8
                    text += String(repeating: " ", count: count)
                    column += count
                } else {
                    text.append(character)
                    column += TextWidth.columns(of: VisibleText.visible(character))
                }
            }
            return StyledSpan(text, span.style)
        }
    }
}
