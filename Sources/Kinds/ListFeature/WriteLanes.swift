import FHJSON
import FeatureKit

/// Determines the edits that can be written concurrently.
///
/// At most one edit at a time is written for each row, and at most one that changes the order of the rows.
struct WriteLanes {
    private var rows: Set<ExactText> = []
    /// True if an earlier edit that changes the order is not confirmed yet.
    private(set) var isOrderTaken = false

    /// True if no earlier edit has to be written before `edit`.
    func isFree(for edit: Edit) -> Bool {
        if edit.changesOrder, isOrderTaken { return false }
        return edit.touches.allSatisfy { !rows.contains($0) }
    }

    /// Reserves the rows of an edit, and the order of the rows if the edit changes the order.
    mutating func take(_ edit: Edit) {
        if edit.changesOrder { isOrderTaken = true }
        for id in edit.touches { rows.insert(id) }
    }
}

extension Edit {
    /// True if the positions of rows in other edits may depend on this edit.
    var changesOrder: Bool {
        switch change {
        case .insert, .move: true
        case .update, .delete: false
        }
    }

    /// The ids of the changed rows, and of the rows before which rows are inserted or moved.
    var touches: [String] {
        let anchors = anchors
        return anchors.isEmpty ? ids : ids + anchors
    }

    /// True if this later edit replaces an earlier, unwritten edit completely.
    func covers(_ earlier: Edit) -> Bool {
        switch (earlier.change, change) {
        case (.update(let a), .update(let b)):
            // An edit that specifies a version may be refused.
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
