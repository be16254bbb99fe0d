import FHJSON

/// The values of one item of a repeated field.
///
/// Rows are equal if their fields are equal. The other properties are ignored.
struct FieldRow: Sendable {
    /// The values by local index.
    var fields: [FieldValue]
    /// The item's object in the edited row; nil if the user has added the item.
    ///
    /// The object also has the members without a field. An edit of the item keeps these members.
    var origin: JSONText?
    /// The item's position in the baseline; nil if the item is not in the baseline.
    var place: Int?
    /// The index of the item's container in ``FormState/containers``.
    ///
    /// Nil for values that are not in the form's state, such as the values of a baseline or a draft.
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
    /// The rows of a repeated field; empty for other values.
    var rows: [FieldRow] { if case .rows(let rows) = self { rows } else { [] } }

    /// True if both values are equal, and their items were made from equal objects of the edited row.
    func isIdentical(to other: FieldValue) -> Bool {
        guard case .rows(let rows) = self, case .rows(let others) = other else { return self == other }
        return rows.count == others.count
            && zip(rows, others).allSatisfy { row, other in
                (row.origin == other.origin || row.origin?.value == other.origin?.value)
                    && zip(row.fields, other.fields).allSatisfy { $0.isIdentical(to: $1) }
            }
    }
}
