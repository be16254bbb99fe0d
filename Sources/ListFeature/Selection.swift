import JSON
import OrderedCollections

/// Which rows are selected, by id.
public struct Selection: Sendable, Equatable {
    /// How many rows can be selected.
    public enum Mode: String, Sendable, CaseIterable {
        case none, single, multiple
    }

    /// How many rows can be selected.
    public let mode: Mode
    /// The selected rows, in the order in which they were selected; empty where ``all`` are.
    public private(set) var ids: OrderedSet<String> = []
    /// Whether every row is selected, those not loaded included.
    public private(set) var all = false

    init(_ mode: Mode) {
        self.mode = mode
    }

    mutating func select(_ id: String) {
        ids = [id]
        all = false
    }

    /// Takes the row in or out; out of all rows, those that are loaded stay.
    mutating func toggle(_ id: String, among rows: OrderedSet<String>) {
        if all {
            all = false
            ids = rows
        }
        if ids.remove(id) == nil {
            if mode == .single { ids = [id] } else { ids.append(id) }
        }
    }

    mutating func selectRange(_ from: String, _ to: String, in rows: OrderedSet<String>) {
        guard let a = rows.firstIndex(of: from), let b = rows.firstIndex(of: to) else { return }
        ids = OrderedSet(rows[min(a, b)...max(a, b)])
        all = false
    }

    mutating func selectAll() {
        ids = []
        all = true
    }

    mutating func clear() {
        ids = []
        all = false
    }

    mutating func remove(_ gone: [String]) {
        for id in gone { ids.remove(id) }
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("mode", mode.rawValue)
        json.key("ids")
        json.beginArray()
        for id in ids { json.value(id) }
        json.endArray()
        json.field("all", all)
        json.endObject()
    }
}
