import FHJSON
import FeatureKit

/// Fields in conflict, and their JSON.
extension FormPlan {
    /// The fields in conflict, in form order.
    ///
    /// - Parameter path: the path of a field or a group; only this field, or the fields in this group, are returned.
    ///   Nil for all fields in conflict.
    func conflicts(_ state: FormState, below path: String? = nil) -> [FieldAddress] {
        var found: [FieldAddress] = []
        for local in state.conflicts.keys.sorted() {
            let address = FieldAddress(0, local)
            let own = self.path(of: address, state)
            if path.map({ isSameText($0, own) || own.hasPrefix($0 + "/") }) ?? true { found.append(address) }
        }
        return found
    }

    // MARK: Wire shape

    func writeConflict(_ conflict: FieldState.Conflict?, _ index: Int, to json: inout JSONWriter) {
        guard let conflict else { return }
        json.key("conflict")
        json.beginObject()
        json.key("base")
        write(conflict.base, index, to: &json)
        json.key("theirs")
        write(conflict.theirs, index, to: &json)
        json.endObject()
    }

    /// Writes a value as JSON.
    ///
    /// An item's members that have no field are omitted, because they may contain secrets.
    ///
    /// - Parameter hasIDs: true to write the `id` of each item, even if the form has no field for it.
    func write(_ value: FieldValue, _ index: Int, hasIDs: Bool = false, to json: inout JSONWriter) {
        guard case .rows(let rows) = value else { return value.write(to: &json) }
        let nodes = fields[index].node.children
        json.beginArray()
        for row in rows {
            json.beginObject()
            if hasIDs, let id = row.origin?.value["id"], SourceRow.id(id) != nil,
                !nodes.contains(where: { isSameText(fields[$0].name, "id") })
            {
                json.field("id", JSONText(id))
            }
            write(row, nodes, hasIDs: hasIDs, to: &json)
            json.endObject()
        }
        json.endArray()
    }

    private func write(_ row: FieldRow, _ nodes: [Int], hasIDs: Bool, to json: inout JSONWriter) {
        for node in nodes where fields[node].type != .secure {
            json.key(fields[node].name)
            if fields[node].type == .group {
                json.beginObject()
                write(row, fields[node].node.children, hasIDs: hasIDs, to: &json)
                json.endObject()
            } else {
                write(row.fields[fields[node].node.local], node, hasIDs: hasIDs, to: &json)
            }
        }
    }
}
