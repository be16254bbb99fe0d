import JSON

/// The values of one item of a repeated field.
///
/// Rows are equal where their fields are: what else an item has is not shown.
struct FieldRow: Sendable {
    /// By the places of the fields in their scope.
    var fields: [FieldValue]
    /// The object in the row that the item was made of; nil of an item that a user has added.
    ///
    /// It has the members that no field shows, which an edit of the item keeps.
    var origin: JSONText?
    /// The place that the item has in the baseline; nil of one that is not there.
    var place: Int?
    /// The number of the item that holds the values; nil where none does.
    var item: Int?

    init(_ fields: [FieldValue], origin: JSONText? = nil, place: Int? = nil, item: Int? = nil) {
        self.fields = fields
        self.origin = origin
        self.place = place
        self.item = item
    }
}

extension FieldRow: Hashable {
    static func == (left: FieldRow, right: FieldRow) -> Bool { left.fields == right.fields }
    func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension FieldValue {
    /// The rows of a repeated field; none of another.
    var rows: [FieldRow] { if case .rows(let rows) = self { rows } else { [] } }

    /// Whether both are equal, and their items were made of equal objects.
    func isIdentical(to other: FieldValue) -> Bool {
        guard case .rows(let rows) = self, case .rows(let others) = other else { return self == other }
        return rows.count == others.count
            && zip(rows, others).allSatisfy { row, other in
                (row.origin == other.origin || row.origin?.value == other.origin?.value)
                    && zip(row.fields, other.fields).allSatisfy { $0.isIdentical(to: $1) }
            }
    }
}
