import FeatureKit

/// A move by places, as a list that is dragged tells of it, in ids: these stay what they are while others move too.
struct OffsetMove: Equatable {
    /// The rows that move.
    let ids: [String]
    /// The row that they come before; nil is the end.
    let before: String?
    /// What is wrong with the places.
    let mistake: ActionRefusal?

    /// - Parameters:
    ///   - offsets: the places of the rows that move.
    ///   - target: the place before which they go, counted before anything has moved; the number of rows is the end.
    ///   - rows: the ids in the order that is shown.
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
