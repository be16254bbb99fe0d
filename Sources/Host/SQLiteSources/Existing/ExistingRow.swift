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
    /// The error of a row that is shown nevertheless.
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

    /// Returns the row with another id, because an earlier row has the same id.
    func with(id other: String, _ shape: TableShape) -> ExistingRow {
        var row = self
        row.id = other
        row.value = value.value.merged(with: JSONText.object(shape.idKey, .string(other)).value)
        return row
    }

    /// Checks that a patch may be applied to the row.
    ///
    /// - Throws: `readOnly` if a patch changes a column with invalid UTF-8.
    func checkWritable(_ patch: JSONValue) throws(Failure) {
        if let fault, flawedColumns.contains(where: { patch[$0] != nil }) { throw fault.locked }
    }
}

/// The ids of rows, from which unique replacements for duplicates are made.
struct ExistingIDs {
    private let all: Set<String>
    private var counts: [String: Int] = [:]

    init(_ ids: some Sequence<String>) {
        all = Set(ids)
    }

    /// Returns the replacement for the id of the next row.
    ///
    /// It is nil for the first row with an id, and then `ID#2`, `ID#3`, ….
    mutating func other(than id: String) -> String? {
        var count = counts[id] ?? 0
        defer { counts[id] = count }
        count += 1
        if count == 1 { return nil }
        while all.contains("\(id)#\(count)") { count += 1 }
        return "\(id)#\(count)"
    }

    /// Returns the original of an id like `ID#2`; nil for any other id.
    static func original(of id: String) -> String? {
        guard let mark = id.lastIndex(of: "#"), let number = Int(id[id.index(after: mark)...]), number > 1 else {
            return nil
        }
        return String(id[..<mark])
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
