import FHJSON
import FeatureKit

/// Items of repeated fields in a draft, and their original items in the edited row.
///
/// A draft stores only those members of an item that have a field. It also stores the item's position in the row, to
/// find the members that have no field.
extension FormPlan {
    /// Writes, for each item of a field, the item's position in the baseline, or null for an added item.
    ///
    /// If an item has nested items with a position, an object is written: `place` is the position, and `items` contains
    /// the nested positions by the suffix of the nested field's path.
    func writePlaces(ofItems address: FieldAddress, _ state: FormState, to json: inout JSONWriter) {
        json.beginArray()
        for item in state.items(of: address) {
            guard let place = state.place(of: item) else {
                json.null()
                continue
            }
            let inner = tree.scopes[state.scope(of: item)].nodes.indices.map { FieldAddress(item, $0) }
                .filter { address in state.items(of: address).contains { state.place(of: $0) != nil } }
            if inner.isEmpty {
                json.value(place)
                continue
            }
            json.beginObject()
            json.field("place", place)
            json.key("items")
            json.beginObject()
            for address in inner {
                json.key(field(address, state).suffix)
                writePlaces(ofItems: address, state, to: &json)
            }
            json.endObject()
            json.endObject()
        }
        json.endArray()
    }

    /// Returns the items of a draft as rows, each merged over the row in `base` from which it was made.
    ///
    /// - Parameters:
    ///   - json: the draft's value of the field.
    ///   - places: the output of ``writePlaces(ofItems:_:to:)``.
    ///   - base: the items on which the draft is based.
    ///   - node: the index of the repeated field's declaration.
    /// - Returns: nil if the field can't hold the draft's value.
    func rows(
        ofDraft json: JSONValue, places: JSONValue?, on base: [FieldRow], _ node: Int
    ) -> [FieldRow]? {
        guard json.isArray, let scope = tree.nodes[node].itemScope else { return nil }
        var free = Set(base.indices)
        var rows: [FieldRow] = []
        for (index, item) in json.elements.enumerated() {
            guard item.isObject else { return nil }
            let entry = places?[index]
            let place = (entry?["place"] ?? entry)?.intValue.flatMap { free.remove($0) }
            let origin = place.map { base[$0] }
            var row = FieldRow(origin?.fields ?? tree.initialRow(of: scope), origin: origin?.origin, place: place)
            _ = tree.fill(&row.fields, tree.nodes[node].children, from: item, isWhole: false)
            for inner in tree.scopes[scope].nodes where fields[inner].type == .repeated {
                let pointer = try? JSONPointer(parsing: fields[inner].suffix)
                guard let value = pointer.flatMap({ item.value(at: $0) }) else { continue }
                let local = fields[inner].node.local
                let kept = self.rows(
                    ofDraft: value, places: entry?["items"]?[fields[inner].suffix],
                    on: origin?.fields[local].rows ?? [], inner)
                row.fields[local] = .rows(kept ?? [])
            }
            rows.append(row)
        }
        return rows
    }
}
