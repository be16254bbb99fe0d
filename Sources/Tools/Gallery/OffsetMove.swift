import FeatureKit

/// A move by offsets, converted to ids.
///
/// A client sends offsets for a drag, but ids stay valid while other rows move.
struct OffsetMove: Equatable {
    let ids: [String]
    /// The row before which the rows are moved; nil for the end.
    let before: String?
    /// The refusal of invalid offsets; nil for valid offsets.
    let mistake: ActionRefusal?

    /// Converts offsets to ids.
    ///
    /// - Parameters:
    ///   - offsets: the offsets of the moved rows.
    ///   - target: the offset before which the rows are moved, as it was before the move. For the end, it is the number
    ///     of rows.
    ///   - rows: the ids in display order.
    init(of offsets: [Int], to target: Int, in rows: [String]) {
        var mistakes: [ActionRefusal.Field] = []
        if offsets.isEmpty || !offsets.allSatisfy(rows.indices.contains) {
            mistakes.append(
                .init(path: "/fromOffsets", code: "invalid", message: "must be places of rows, 0 being the first"))
        }
        if !(0...rows.count).contains(target) {
            mistakes.append(.init(path: "/toOffset", code: "invalid", message: "must be from 0 to \(rows.count)"))
        }
        mistake = mistakes.isEmpty ? nil : .invalidParams(mistakes)
        let moving = Set(offsets)
        ids = rows.indices.filter(moving.contains).map { rows[$0] }
        before = rows.indices.first { $0 >= target && !moving.contains($0) }.map { rows[$0] }
    }
}
