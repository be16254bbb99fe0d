public import FHTerminalScreen

extension TerminalModel {
    /// Returns the first difference between the terminal and a frame, in words; nil if there is none.
    public func difference(from frame: Canvas) -> String? {
        for y in 0..<frame.size.height {
            let (shown, drawn) = (text(ofRow: y), frame.text(ofRow: y))
            if shown != drawn { return "row \(y) is “\(shown)” and not “\(drawn)”" }
            for x in 0..<frame.size.width {
                let cell = cells[y][x]
                let wanted = frame.style(at: Point(x, y))
                if Self.look(cell.style, cell.text) != Self.look(wanted, cell.text) {
                    return "cell \(x),\(y) “\(cell.text)” has \(cell.style) and not \(wanted)"
                }
            }
        }
        if isCursorShown != (frame.cursor != nil) { return "the cursor" }
        if let place = frame.cursor, place != cursor { return "the cursor is at \(cursor) and not at \(place)" }
        return nil
    }

    /// Returns the visible part of a style: the foreground of a blank can't be seen without a line or reverse video.
    private static func look(_ style: Style, _ text: String) -> Style {
        let drawn: Style.Attributes = [.reverse, .underline, .strikethrough]
        return text == " " && style.attributes.isDisjoint(with: drawn) ? Style(background: style.background) : style
    }
}
