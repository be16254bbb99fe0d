import FeatureKit
import JSON

/// Which edits may be written now: one at a time for each row, and one for the order of rows.
struct WriteLanes {
    private var rows: Set<ExactText> = []
    /// Whether something that changes the order is to be written before what follows.
    private(set) var isOrderTaken = false

    /// Whether nothing that comes before an edit has to be written before it.
    func isFree(for edit: Edit) -> Bool {
        if edit.changesOrder, isOrderTaken { return false }
        return edit.touches.allSatisfy { !rows.contains($0) }
    }

    /// Takes the lanes of an edit.
    mutating func take(_ edit: Edit) {
        if edit.changesOrder { isOrderTaken = true }
        for id in edit.touches { rows.insert(id) }
    }
}

extension Edit {
    /// Whether another edit's place may depend on it.
    var changesOrder: Bool {
        switch change {
        case .insert, .move: true
        case .update, .delete: false
        }
    }

    /// The rows that are changed, or beside which something is put.
    var touches: [String] {
        let anchors = anchors
        return anchors.isEmpty ? ids : ids + anchors
    }

    /// Whether nothing is left of an edit, which is not written yet, when this one has been made after it.
    func covers(_ earlier: Edit) -> Bool {
        switch (earlier.change, change) {
        case (.update(let a), .update(let b)):
            // One that names a version may be refused.
            guard a.count == 1, b.count == 1, isSameText(a[0].id, b[0].id), a[0].ifVersion == nil,
                b[0].ifVersion == nil
            else { return false }
            let patch = b[0].patch.value
            return a[0].patch.value.members.allSatisfy { key, _ in patch[key].map { !$0.isObject } ?? false }
        case (.move(let a, _), .move(let b, _)): return Set<ExactText>(texts: a) == Set<ExactText>(texts: b)
        default: return false
        }
    }
}
