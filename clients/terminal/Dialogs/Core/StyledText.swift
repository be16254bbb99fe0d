import FHTerminalScreen
import FHTerminalUI

/// A part of a line with one style.
struct StyledSpan: Equatable {
    /// The text.
    var text: String
    /// The style.
    var style: Style

    /// Makes a part.
    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// The characters of a line with their styles, for searching and for breaking the line into rows.
struct StyledLine {
    private(set) var characters: [(character: Character, style: Style)] = []

    init() {}

    init(_ spans: [StyledSpan]) {
        for span in spans { append(span) }
    }

    mutating func append(_ span: StyledSpan) {
        for character in span.text { characters.append((character, span.style)) }
    }

    /// The line as parts, each with one style.
    var spans: [StyledSpan] { Self.spans(characters[...]) }

    static func spans(_ characters: ArraySlice<(character: Character, style: Style)>) -> [StyledSpan] {
        var spans: [StyledSpan] = []
        for (character, style) in characters {
            if spans.last?.style == style {
                spans[spans.count - 1].text.append(character)
            } else {
                spans.append(StyledSpan(String(character), style))
            }
        }
        return spans
    }

    /// Breaks the line into rows of a width, also within words.
    func rows(width: Int) -> [[StyledSpan]] {
        var rows: [[StyledSpan]] = []
        var start = 0
        var columns = 0
        for (index, entry) in characters.enumerated() {
            let needed = TextWidth.columns(of: VisibleText.visible(entry.character))
            if columns + needed > max(1, width), index > start {
                rows.append(Self.spans(characters[start..<index]))
                (start, columns) = (index, 0)
            }
            columns += needed
        }
        return rows + [Self.spans(characters[start...])]
    }

    /// Breaks the line into rows of a width, between words if possible.
    func wordRows(width: Int) -> [[StyledSpan]] {
        let width = max(1, width)
        var rows: [[StyledSpan]] = []
        var start = 0
        var columns = 0
        // The index after the last blank of the row, where the line can be broken.
        var chance: Int?
        var index = 0
        while index < characters.count {
            let entry = characters[index]
            let needed = TextWidth.columns(of: VisibleText.visible(entry.character))
            if columns + needed > width, index > start, entry.character != " " {
                let end = chance ?? index
                var last = end
                while last > start, characters[last - 1].character == " " { last -= 1 }
                rows.append(Self.spans(characters[start..<last]))
                (start, index, columns, chance) = (end, end, 0, nil)
                continue
            }
            columns += needed
            index += 1
            if entry.character == " " { chance = index }
        }
        return rows + [Self.spans(characters[start...])]
    }

    /// Changes the style of some characters.
    mutating func restyle(_ range: Range<Int>, _ change: (Style) -> Style) {
        for index in range { characters[index].style = change(characters[index].style) }
    }
}

extension Painter {
    /// Draws parts of a line beside each other.
    ///
    /// - Returns: the column after the last part.
    @discardableResult
    mutating func spans(_ spans: [StyledSpan], at point: Point, in area: Rect) -> Int {
        var x = point.x
        for span in spans { x = put(span.text, at: Point(x, point.y), span.style, in: area) }
        return x
    }
}
