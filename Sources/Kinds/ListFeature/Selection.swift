import FHJSON
import FHKindParts
import FeatureKit
import OrderedCollections

/// The selected rows, by id.
public struct Selection: Sendable, Equatable {
    /// The selection mode.
    public let mode: SelectionMode
    /// The ids of the selected rows, in the order of their selection; empty if ``all`` is true.
    public var ids: [String] { chosen.map(\.text) }
    private var chosen: OrderedSet<ExactText> = []
    /// True if every row is selected except ``except``.
    ///
    /// This includes rows that are not loaded.
    public private(set) var all = false
    /// The ids of deselected rows while ``all`` is true.
    public var except: [String] { excepted.map(\.text) }
    private var excepted: OrderedSet<ExactText> = []

    init(_ mode: SelectionMode) {
        self.mode = mode
    }

    mutating func select(_ id: String) {
        clear()
        chosen = [ExactText(id)]
    }

    /// Selects or deselects a row.
    mutating func toggle(_ id: String) {
        let id = ExactText(id)
        if all {
            if excepted.remove(id) == nil { excepted.append(id) }
        } else if chosen.remove(id) == nil {
            if mode == .single { chosen = [id] } else { chosen.append(id) }
        }
    }

    mutating func selectRange(_ from: String, _ to: String, in rows: Rows.Keys) {
        guard let a = rows.firstIndex(of: from), let b = rows.firstIndex(of: to) else { return }
        clear()
        chosen = OrderedSet(rows[min(a, b)...max(a, b)].lazy.map { ExactText($0) })
    }

    mutating func selectAll() {
        clear()
        all = true
    }

    mutating func clear() {
        chosen = []
        all = false
        excepted = []
    }

    mutating func remove(_ gone: [String]) {
        for id in gone.lazy.map({ ExactText($0) }) {
            chosen.remove(id)
            excepted.remove(id)
        }
    }

    /// Deselects rows that still exist.
    mutating func deselect(_ ids: [String]) {
        for id in ids.lazy.map({ ExactText($0) }) {
            if all { excepted.append(id) } else { chosen.remove(id) }
        }
    }

    /// Deselects rows that `isThere` rejects.
    mutating func keep(_ isThere: (String) -> Bool) {
        if !chosen.isEmpty, !chosen.allSatisfy({ isThere($0.text) }) {
            chosen = OrderedSet(chosen.filter { isThere($0.text) })
        }
        if !excepted.isEmpty, !excepted.allSatisfy({ isThere($0.text) }) {
            excepted = OrderedSet(excepted.filter { isThere($0.text) })
        }
    }

    /// Replaces the old ids of rows that got new ids.
    mutating func rename(_ ids: RenamedIDs) {
        chosen = OrderedSet(chosen.map { ExactText(ids[$0.text]) })
        excepted = OrderedSet(excepted.map { ExactText(ids[$0.text]) })
    }

    /// Replaces a selection of all rows by a selection of the rows with the ids `rows`, because the filter changes.
    mutating func narrow(to rows: Rows.Keys) {
        guard all else { return }
        let kept = OrderedSet(rows.lazy.map { ExactText($0) }).subtracting(excepted)
        clear()
        chosen = kept
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("mode", mode.rawValue)
        json.field("ids", ids)
        json.field("all", all)
        if all { json.field("except", except) }
        json.endObject()
    }
}
