import FHTerminalScreen
import FHTerminalUI

/// Draws a whole table with lines around it, for standard output.
public enum TablePrinter {
    /// Returns the table for standard output.
    public static func result(_ options: TableOptions, _ style: OutputStyle) -> DialogResult {
        do throws(SeparatedValues.Failure) {
            let data = try TableData(options)
            let lines = Self.lines(data, options.border, style)
            return DialogResult(DialogStatus.chosen, output: StyledOutput(style).text(lines))
        } catch {
            return .failed("Line \(error.line): \(error.reason).")
        }
    }

    /// The characters of a border: those of the three rules, and the vertical line.
    private struct Lines {
        let top, middle, bottom: [String]
        let vertical: String
    }

    private static func lines(of border: TableOptions.Border) -> Lines? {
        func lines(_ text: String) -> Lines {
            let parts = text.map(String.init)
            return Lines(
                top: Array(parts[0..<4]), middle: Array(parts[4..<8]), bottom: Array(parts[8..<12]),
                vertical: parts[12])
        }
        switch border {
        case .rounded: return lines("╭─┬╮├─┼┤╰─┴╯│")
        case .normal: return lines("┌─┬┐├─┼┤└─┴┘│")
        case .thick: return lines("┏━┳┓┣━╋┫┗━┻┛┃")
        case .double: return lines("╔═╦╗╠═╬╣╚═╩╝║")
        case .hidden: return lines("             ")
        case .none: return nil
        }
    }

    private static func lines(
        _ data: TableData, _ border: TableOptions.Border, _ style: OutputStyle
    ) -> [[StyledSpan]] {
        let lines = lines(of: border)
        let gap = lines == nil ? 2 : 3
        let width = (style.width ?? .max / 2) - (lines == nil ? 0 : 4)
        let widths = data.widths(in: width, gap: gap)
        func rule(_ parts: [String]) -> [StyledSpan] {
            let inner = widths.map { String(repeating: parts[1], count: $0 + 2) }.joined(separator: parts[2])
            return [StyledSpan(parts[0] + inner + parts[3], Style(.dim))]
        }
        func row(_ fields: [String], _ look: Style) -> [StyledSpan] {
            let cells = widths.indices.map { index in
                let text = TextFlow.cut(index < fields.count ? fields[index] : "", width: widths[index])
                let spare = widths[index] - TextWidth.columns(of: text)
                return StyledSpan(text + String(repeating: " ", count: max(0, spare)), look)
            }
            guard let lines else { return joined(cells, StyledSpan("  ")) }
            let edge = { (text: String) in StyledSpan(text, Style(.dim)) }
            let inner = joined(cells, edge(" \(lines.vertical) "))
            return [edge("\(lines.vertical) ")] + inner + [edge(" \(lines.vertical)")]
        }
        var shown: [[StyledSpan]] = []
        if let lines { shown.append(rule(lines.top)) }
        if !data.columns.isEmpty {
            shown.append(row(data.columns, Style(.bold)))
            if let lines { shown.append(rule(lines.middle)) }
        }
        shown += data.rows.map { row($0, .plain) }
        if let lines { shown.append(rule(lines.bottom)) }
        return shown
    }

    private static func joined(_ spans: [StyledSpan], _ separator: StyledSpan) -> [StyledSpan] {
        spans.enumerated().flatMap { index, span in index == 0 ? [span] : [separator, span] }
    }
}
