import FHJSON
import FHJSONRPC
import FeatureKit

/// `source/insert` and `source/update`: edits of the sources that a plugin serves.
extension Method {
    /// Reads the params of `source/insert`: one row, or several as `items`.
    static func insert(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        guard let items = params["items"], !items.isNull else {
            let insertion = try insertion(params)
            return { source, call in call.ask(source.insert([insertion], opID: opID), writeItem) }
        }
        let insertions = try read(items) { item throws(RPCError) in try insertion(item) }
        return { source, call in call.ask(source.insert(insertions, opID: opID), writeItems) }
    }

    /// Reads the params of `source/update`: one row, or several as `items`.
    static func update(_ params: JSONValue) throws(RPCError) -> ServedSource.Work {
        let opID = try params.string("opId")
        guard let items = params["items"], !items.isNull else {
            let update = try update(of: params)
            return { source, call in call.ask(source.update([update], opID: opID), writeItem) }
        }
        let updates = try read(items) { item throws(RPCError) in try update(of: item) }
        return { source, call in call.ask(source.update(updates, opID: opID), writeItems) }
    }

    private static func read<Edit>(
        _ items: JSONValue, _ edit: (JSONValue) throws(RPCError) -> Edit
    ) throws(RPCError) -> [Edit] {
        guard items.isArray else { throw RPCError(param: "items", "must be an array") }
        var edits: [Edit] = []
        for (place, item) in items.elements.enumerated() {
            guard item.isObject else { throw RPCError(param: "items/\(place)", "must be an object") }
            edits.append(try edit(item))
        }
        return edits
    }

    private static func insertion(_ params: JSONValue) throws(RPCError) -> RowInsertion {
        let id = try params.string("id")
        guard !id.isEmpty else { throw RPCError(param: "id", "must not be empty") }
        guard let value = try params.optionalObject("value") else { throw RPCError(param: "value", "is missing") }
        return RowInsertion(
            SourceRow(id: id, value: JSONText(value)), before: try params.optionalString("beforeId"))
    }

    private static func update(of params: JSONValue) throws(RPCError) -> RowUpdate {
        let id = try params.string("id")
        guard let patch = try params.optionalObject("patch") else { throw RPCError(param: "patch", "is missing") }
        return RowUpdate(id, patch: JSONText(patch), ifVersion: try params.optionalString("ifVersion"))
    }

    @Sendable private static func writeItem(_ rows: [SourceRow], to json: inout JSONWriter) {
        json.beginObject()
        if let row = rows.first {
            json.key("item")
            row.withTexts { _, value in json.rawValue(value) }
            json.field("version", row.version)
        }
        json.endObject()
    }

    @Sendable private static func writeItems(_ rows: [SourceRow], to json: inout JSONWriter) {
        json.beginObject()
        RowBatch(rows).writeServed(to: &json)
        json.endObject()
    }
}

extension RowBatch {
    /// Writes the members `items` and `versions` of an answer, whose object the caller begins and ends.
    func writeServed(to json: inout JSONWriter) {
        json.key("items")
        json.beginArray()
        for row in self { row.withTexts { _, value in json.rawValue(value) } }
        json.endArray()
        if isEmpty { return }
        json.key("versions")
        json.beginObject()
        for row in self {
            json.key(row.id)
            json.value(row.version)
        }
        json.endObject()
    }
}
