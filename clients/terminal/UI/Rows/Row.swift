import FHJSON
import FHTerminalClient

/// A drawn row, with the marks before it.
struct Row {
    /// The id.
    ///
    /// Ids are compared by their bytes.
    let id: String
    /// The values.
    let value: JSONValue
    /// The texts of formatted values, and the tone of the row.
    var cells = RowCells.none
    /// The marks, each of which is one cell wide.
    var marks = ""
    /// The ranges of the values that match the query, in Unicode scalars, by the key of the column.
    var matches: [ExactText: [Range<Int>]] = [:]
    /// True if the row is the active one.
    var isActive = false
    /// True if the row is selected.
    var isSelected = false
    /// True if an edit of the row has failed.
    var isFailed = false
    /// True if the row is drawn with less contrast.
    var isDim = false
    /// The title of the section to which the row belongs; nil if there are no sections.
    var section: String?

    /// The row without a section.
    var withoutSection: Row {
        var row = self
        row.section = nil
        return row
    }
}

/// A drawn line of a table.
enum RowLine {
    case row(Row)
    /// The header of a section.
    case section(String)

    /// The row; nil for a header.
    var row: Row? {
        if case .row(let row) = self { return row }
        return nil
    }
}

/// The titles of rows, for the clipboard.
final class RowTitles {
    /// The largest number of characters of a title in a notice.
    private static let longest = 40

    /// The titles of the selected rows that were drawn, with their indexes in the list.
    private var selected: [ExactText: (place: Int, title: String)] = [:]

    /// Records the drawn rows, because selected rows may be scrolled out of view before they are copied.
    ///
    /// - Parameter offset: the index of the first row.
    func update(_ rows: [Row], offset: Int, _ columns: [Column], _ selection: RowSelection) {
        if selection.isEmpty { return selected = [:] }
        for (index, row) in rows.enumerated() {
            let title = row.isSelected ? (place: offset + index, title: Self.title(row, columns)) : nil
            selected[ExactText(row.id)] = title
        }
    }

    /// Copies the titles of the selected rows, a line each; if no row is selected, the title of the active row.
    ///
    /// - Parameters:
    ///   - total: the number of all rows; nil if it is unknown.
    ///   - isSelected: returns true if a row is selected.
    func copy(
        _ rows: [Row], active: String?, _ columns: [Column], _ selection: RowSelection, total: Int?,
        isSelected: (String) -> Bool, _ interface: Interface
    ) {
        guard !selection.isEmpty else {
            guard let row = rows.first(where: { isSameText($0.id, active) }) else {
                return interface.say("Copy: no row is active")
            }
            let title = Self.title(row, columns)
            let shown = title.count > Self.longest ? "\(title.prefix(Self.longest - 1))…" : title
            return interface.copy(title, "“\(shown)”")
        }
        let titles = selected.filter { isSelected($0.key.text) }.values.sorted { $0.place < $1.place }.map(\.title)
        guard !titles.isEmpty else { return interface.say("Copy: no selected row has been shown yet") }
        let count = titles.count == 1 ? "1 title" : "\(titles.count.grouped) titles"
        let missing = selection.count(of: total).map { max(0, $0 - titles.count) }
        let others = missing == 1 ? "1 selected row has" : "\(missing?.grouped ?? "further") selected rows have"
        let note = missing == 0 ? "" : "; \(others) not been shown yet"
        interface.copy(titles.joined(separator: "\n"), count + note)
    }

    /// Returns the title of a row in one line; its id if no column has text.
    private static func title(_ row: Row, _ columns: [Column]) -> String {
        let column = columns.first { $0.role == .title } ?? columns.first { $0.isText(row.value) }
        let text = column?.text(row.value, row.cells) ?? ""
        return text.isEmpty ? row.id : text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
