import FHJSON
import FHTerminalClient

extension RowFilter {
    /// Opens a menu with the declared filters and "All".
    ///
    /// - Parameter set: called with the id of the chosen filter; nil for "All".
    static func choose(_ state: JSONValue, _ interface: Interface, set: @escaping (String?) -> Void) {
        let chosen = RowFilter(state).id
        let declared = declared(state)
        let ids: [String?] = [nil] + declared.map(\.id)
        let entries = zip(ids, ["All"] + declared.map(\.title)).map { id, title in
            Menu.Entry(title, mark: isSameText(id, chosen) ? "●" : "")
        }
        let current = ids.firstIndex { isSameText($0, chosen) } ?? 0
        interface.open(Menu(interface, "Filters", entries, current: current) { set(ids[$0]) })
    }
}

extension RowSort {
    /// Opens a menu with the columns to sort by.
    ///
    /// - Parameter sort: called with the key of the chosen column.
    static func choose(_ columns: [Column], _ interface: Interface, sort: @escaping (String) -> Void) {
        let entries = columns.map { column in
            let detail = ["▲": "changes to ▼", "▼": "changes to the order of the source"][column.mark] ?? ""
            return Menu.Entry(column.label.isEmpty ? column.key : column.label, mark: column.mark, detail: detail)
        }
        let current = columns.firstIndex { !$0.mark.isEmpty } ?? 0
        interface.open(Menu(interface, "Sort by", entries, current: current) { sort(columns[$0].key) })
    }
}
