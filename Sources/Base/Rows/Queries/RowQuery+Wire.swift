import FHJSON

/// A query as the members `params`, `where`, `text`, `textKeys` and `sort` of the protocol's `source/fetch`.
extension RowQuery {
    /// Writes the members into an open object.
    ///
    /// Members without effect are omitted. From the members, ``init(members:)`` reads an equal query.
    public func writeMembers(to json: inout JSONWriter) {
        if let params { json.field("params", params) }
        if let predicate {
            json.key("where")
            predicate.write(to: &json)
        }
        if !text.isEmpty { json.field("text", text) }
        if !textKeys.isEmpty { json.field("textKeys", textKeys) }
        if sort.isEmpty { return }
        json.key("sort")
        json.beginArray()
        for key in sort {
            json.beginObject()
            json.field("key", key.key)
            json.field("descending", key.isDescending)
            json.field("number", key.isNumber)
            json.endObject()
        }
        json.endArray()
    }

    /// Reads a query from the members of an object.
    ///
    /// All members are optional. Other members are ignored.
    ///
    /// - Throws: The first error, with its path from the object.
    public init(members object: JSONValue) throws(QueryDiagnostic) {
        let node = QueryNode(value: object, path: [])
        self.init()
        if let part = object["params"], part.isObject { params = JSONText(part) }
        if let part = node.member("where") { predicate = try Condition(part, depth: 1) }
        if let part = node.member("text") { text = try part.text() }
        if let part = node.member("textKeys") {
            for element in try part.elements(of: "strings") { textKeys.append(try element.text()) }
        }
        guard let part = node.member("sort") else { return }
        for element in try part.elements(of: "objects with key, descending and number") {
            try element.expect(["key", "descending", "number"])
            guard let key = try element.member("key")?.text() else {
                throw element.diagnostic("lacks key, the member that is sorted by")
            }
            let isDescending = try element.flag("descending")
            sort.append(SortKey(key, isDescending: isDescending, isNumber: try element.flag("number")))
        }
    }
}
