import FHJSON
import FeatureKit

/// A row of a table or a query, as it is shown.
struct ExistingRow {
    private(set) var id: String
    private(set) var value: JSONText
    /// The columns with invalid UTF-8.
    ///
    /// They are shown with U+FFFD, and can't be changed.
    private let flawedColumns: [String]
    /// The error of the row, if it is shown in spite of an error; otherwise nil.
    private(set) var fault: RowFault?

    var row: SourceRow { SourceRow(id: id, value: value) }

    init(id: String, value: JSONText, flawedColumns: [String], _ table: String) {
        self.id = id
        self.value = value
        self.flawedColumns = flawedColumns
        guard let first = flawedColumns.first else { return }
        fault = RowFault(
            code: .invalidBytes, id: id,
            sentence: "the column \(first) of the row \(id) of \(table) has bytes that are not UTF-8",
            outcome: "it is shown, and that column can't be changed")
    }

    /// Returns the row with another id, because several rows have the same id.
    func with(id other: String, _ shape: TableShape) -> ExistingRow {
        var row = self
        row.id = other
        row.value = value.value.merged(with: JSONText.object(shape.idKey, .string(other)).value)
        return row
    }

    /// Checks that a patch may be applied to the row.
    ///
    /// - Throws: `readOnly` if the patch changes a column with invalid UTF-8.
    func checkWritable(_ patch: JSONValue) throws(Failure) {
        if let fault, flawedColumns.contains(where: { patch[$0] != nil }) { throw fault.locked }
    }
}

extension RowFault {
    /// Makes the error of a row with a duplicate id.
    static func repeated(_ id: String, as other: String, _ shape: TableShape) -> RowFault {
        RowFault(
            code: .repeatedId, id: other,
            sentence: """
                a row of \(shape.name) has the \(shape.idKey) \(id), which a row before it has already; the option id \
                can name another column
                """, outcome: "it is shown as \(other), and can't be changed")
    }
}
