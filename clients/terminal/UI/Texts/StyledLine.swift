import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A line of a text with the style of each character.
struct StyledLine {
    private struct Part {
        let character: Character
        let columns: Int
        let style: Style
    }

    /// The distance of tab stops in columns.
    private static let tabWidth = 8

    let number: Int
    private var parts: [Part] = []

    /// Makes a line of a state.
    init(_ line: JSONValue, _ theme: Theme) {
        number = line.boundedNumber("number")
        let spans = line.objects("spans")
        var next = 0
        var place = 0
        var columns = 0
        for character in line.text("text") {
            while next < spans.count, spans[next].boundedNumber("end") <= place { next += 1 }
            let isInside = next < spans.count && spans[next].boundedNumber("start") <= place
            let style = isInside ? theme.style(of: spans[next]) : theme.text
            place += character.unicodeScalars.count
            let isTab = character == "\t"
            let visible = isTab ? " " : VisibleText.visible(character)
            for _ in 0..<(isTab ? Self.tabWidth - columns % Self.tabWidth : 1) {
                let width = TextWidth.columns(of: visible)
                parts.append(Part(character: visible, columns: width, style: style))
                columns += width
            }
        }
    }

    /// Returns the number of rows at a width.
    func height(width: Int) -> Int { rows(width: width).count }

    /// Draws the line.
    ///
    /// - Parameter isWrapped: true to break the line into rows; false to cut it.
    func draw(_ painter: inout Painter, in area: Rect, isWrapped: Bool, isActive: Bool) {
        let rows = isWrapped ? rows(width: area.width) : [parts.indices]
        for (index, row) in rows.enumerated() where index < area.height {
            var x = area.minX
            for part in parts[row] {
                if x + part.columns > area.maxX { break }
                let style = isActive ? painter.theme.active(part.style) : part.style
                x = painter.put(String(part.character), at: Point(x, area.minY + index), style, in: area)
            }
            if !isWrapped, x < area.maxX || parts.isEmpty { continue }
            let isCut = !isWrapped && parts.reduce(0, { $0 + $1.columns }) > area.width
            if isCut { painter.put("…", at: Point(area.maxX - 1, area.minY), painter.theme.faint, in: area) }
        }
    }

    private func rows(width: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var (start, columns) = (0, 0)
        for (index, part) in parts.enumerated() {
            if columns + part.columns > max(width, 2) {
                rows.append(start..<index)
                (start, columns) = (index, 0)
            }
            columns += part.columns
        }
        return rows + [start..<parts.count]
    }
}

extension Theme {
    /// The style of a span; a span of an unknown style is drawn as text.
    fileprivate func style(of span: JSONValue) -> Style {
        switch span.text("style") {
        case "heading": return title
        case "emphasis": return text.adding(.italic)
        case "strong": return text.adding(.bold)
        case "strike": return text.adding(.strikethrough)
        case "code", "string": return success
        case "quote", "dim": return faint
        case "link", "location": return accent.adding(.underline)
        case "added": return success
        case "removed", "error": return error
        case "hunk", "key": return accent
        case "number", "literal": return warning
        case "match": return match.adding(.reverse)
        case "ansi": return ansi(span)
        default: return text
        }
    }

    private func ansi(_ span: JSONValue) -> Style {
        var style = text
        if let colour = Self.colour(span.text("color")) { style.foreground = colour }
        if let colour = Self.colour(span.text("background")) { style.background = colour }
        let names: [(String, Style.Attributes)] = [
            ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
            ("strike", .strikethrough),
        ]
        for attribute in span.list("attributes") {
            if let known = names.first(where: { $0.0 == attribute.stringValue }) { style = style.adding(known.1) }
        }
        return style
    }

    private static let colours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    private static func colour(_ name: String) -> Colour? {
        if name.hasPrefix("#"), let value = UInt32(name.dropFirst(), radix: 16), name.count == 7 {
            return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
        }
        if let place = colours.firstIndex(of: name) { return .palette(UInt8(place)) }
        let bright = colours.firstIndex { "bright\($0.prefix(1).uppercased())\($0.dropFirst())" == name }
        return bright.map { .palette(UInt8($0 + 8)) }
    }
}
