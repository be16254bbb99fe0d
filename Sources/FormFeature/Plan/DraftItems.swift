import FeatureKit
import JSON

/// The items of the row that the items of a draft were made of.
///
/// A draft holds what the fields of an item show, and no other member of the row: it has the place of the item instead.
extension FormPlan {
    /// Writes the place in the baseline of each item of a field; null for one that was added.
    ///
    /// An item that has items of its own which were there is an object of its `place` and of the places of those, as
    /// `items`, by the end of their field's path.
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

    /// The items that a draft holds, over those that they were made of.
    ///
    /// - Parameters:
    ///   - json: what the draft has as the field's value.
    ///   - places: what ``writePlaces(ofItems:_:to:)`` has written.
    ///   - base: the items that the draft was made on.
    ///   - node: the repeated field.
    /// - Returns: nil where the field can't hold that.
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
