import FHTerminalScreen

extension Block {
    /// The number of columns between labels and values.
    static let labelGap = 2

    /// Returns a block of a label and a text beside it, each broken into lines.
    static func labelled(_ label: String, _ text: String, labelWidth: Int, width: Int, _ style: Style? = nil) -> Block {
        let labels = labelWidth > 0 ? TextFlow.lines(of: label, width: labelWidth) : []
        let indent = labelWidth > 0 ? labelWidth + labelGap : 0
        let lines = TextFlow.lines(of: text, width: width - indent)
        return Block(height: max(labels.count, lines.count)) { painter, area in
            for (row, line) in labels.enumerated() {
                painter.put(line, at: Point(area.minX, area.minY + row), painter.theme.faint, in: area)
            }
            for (row, line) in lines.enumerated() {
                painter.put(line, at: Point(area.minX + indent, area.minY + row), style, in: area)
            }
        }
    }

    /// Returns the width of the widest label, but at most two fifths of the whole width.
    static func labelWidth(_ labels: some Sequence<String>, width: Int) -> Int {
        let widest = labels.map { TextWidth.columns(of: VisibleText.visible($0)) }.max() ?? 0
        return min(widest, max(1, width * 2 / 5))
    }
}
