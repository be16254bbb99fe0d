import FeatureKit
import JSON
import OrderedCollections

/// Which rows are selected, by id.
public struct Selection: Sendable, Equatable {
    /// How many rows can be selected.
    public let mode: SelectionMode
    /// The selected rows, in the order in which they were selected; empty where ``all`` are.
    public private(set) var ids: OrderedSet<String> = []
    /// Whether every row is selected, those not loaded included, but for ``except``.
    public private(set) var all = false
    /// The rows that were taken out of ``all``.
    public private(set) var except: OrderedSet<String> = []

    init(_ mode: SelectionMode) {
        self.mode = mode
    }

    mutating func select(_ id: String) {
        clear()
        ids = [id]
    }

    /// Takes the row in or out.
    mutating func toggle(_ id: String) {
        if all {
            if except.remove(id) == nil { except.append(id) }
        } else if ids.remove(id) == nil {
            if mode == .single { ids = [id] } else { ids.append(id) }
        }
    }

    mutating func selectRange(_ from: String, _ to: String, in rows: Rows.Keys) {
        guard let a = rows.firstIndex(of: from), let b = rows.firstIndex(of: to) else { return }
        clear()
        ids = OrderedSet(rows[min(a, b)...max(a, b)])
    }

    mutating func selectAll() {
        clear()
        all = true
    }

    mutating func clear() {
        ids = []
        all = false
        except = []
    }

    mutating func remove(_ gone: [String]) {
        for id in gone {
            ids.remove(id)
            except.remove(id)
        }
    }

    /// Keeps of all rows those that are known, since others are asked for from now on.
    mutating func narrow(to rows: Rows.Keys) {
        guard all else { return }
        let kept = OrderedSet(rows).subtracting(except)
        clear()
        ids = kept
    }

    /// Whether both have the same text.
    func isSame(as other: Selection) -> Bool {
        mode == other.mode && all == other.all && isSameText(ids, other.ids) && isSameText(except, other.except)
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
