import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Values of a state as text for users.
enum ValueText {
    /// Returns a value as text; an empty text for null and for an absent value.
    ///
    /// The elements of an array are separated by commas. A nested value is shown as JSON.
    static func of(_ value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "" }
        if let text = value.stringValue { return text }
        if let isOn = value.boolValue { return isOn ? "yes" : "no" }
        if let number = value.intValue { return String(number) }
        if value.isArray, !value.elements.contains(where: { $0.isObject || $0.isArray }) {
            return value.elements.map { $0.isNull ? "–" : of($0) }.joined(separator: ", ")
        }
        return JSONText(value).string
    }

    /// Returns true if a toggle is on.
    ///
    /// The text `true` counts, because sources that have only text store Booleans as text.
    static func isOn(_ value: JSONValue?) -> Bool { value?.boolValue == true || value?.stringValue == "true" }

    /// Returns a toggle as a check box.
    static func checkBox(_ isOn: Bool) -> String { isOn ? "[x]" : "[ ]" }
}

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
