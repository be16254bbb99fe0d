import FeatureKit
import JSON
import OrderedCollections

/// Which rows are selected, by id.
public struct Selection: Sendable, Equatable {
    /// How many rows can be selected.
    public let mode: SelectionMode
    /// The selected rows, in the order in which they were selected; empty where ``all`` are.
    public var ids: [String] { chosen.map(\.text) }
    private var chosen: OrderedSet<ExactText> = []
    /// Whether every row is selected, those not loaded included, but for ``except``.
    public private(set) var all = false
    /// The rows that were taken out of ``all``.
    public var except: [String] { excepted.map(\.text) }
    private var excepted: OrderedSet<ExactText> = []

    init(_ mode: SelectionMode) {
        self.mode = mode
    }

    mutating func select(_ id: String) {
        clear()
        chosen = [ExactText(id)]
    }

    /// Takes the row in or out.
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

    /// Keeps the marks of rows that are there.
    mutating func keep(_ isThere: (String) -> Bool) {
        if !chosen.isEmpty, !chosen.allSatisfy({ isThere($0.text) }) {
            chosen = OrderedSet(chosen.filter { isThere($0.text) })
        }
        if !excepted.isEmpty, !excepted.allSatisfy({ isThere($0.text) }) {
            excepted = OrderedSet(excepted.filter { isThere($0.text) })
        }
    }

    /// Rows have other ids.
    mutating func rename(_ ids: RenamedIDs) {
        chosen = OrderedSet(chosen.map { ExactText(ids[$0.text]) })
        excepted = OrderedSet(excepted.map { ExactText(ids[$0.text]) })
    }

    /// Keeps of all rows those that are known, since others are asked for from now on.
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
