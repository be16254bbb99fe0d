import FHJSON

extension Claims {
    /// Queries the features and sources of a plugin, and the first rows of the tested source.
    init(ofPlugin options: ConformanceRun.Options, _ schemas: SchemaSet) throws(ConformanceFailure) {
        let handshake = try Handshake(options, [], schemas)
        let answer: JSONValue = try handshake.ask("initialize", Step.introduction)["result"] ?? .emptyObject
        var has: Set<String> = []
        var parts: Set<String> = ["plugins"]
        var names: Names = [:]
        let catalog: JSONValue = try handshake.ask("feature/list")["result"]?["features"] ?? .emptyArray
        if answer["capabilities"]?["features"]?.boolValue ?? false, catalog.count > 0 { has.insert("features") }
        if let feature = catalog.elements.first(where: Self.resets) {
            has.insert("reset")
            names["resetting"] = feature["id"]
        }
        let kinds = answer["capabilities"]?["sources"] ?? .emptyArray
        if let kind = options.source?["kind"] ?? kinds.elements.first {
            parts.insert("sources")
            names["kind"] = kind
            names["options"] = options.source?["options"] ?? .emptyObject
            names["idKey"] = options.source?["id"]
            if try Self.opens(handshake, names, isWanted: options.source != nil) { has.insert("source") }
        }
        if has.contains("source"), let rows = try Self.rows(handshake) {
            has.insert("rows")
            for (place, row) in rows.enumerated() { names["row\(place)"] = row }
        }
        self.init(
            name: Self.name(answer["hostInfo"]), parts: parts, names: names, ways: [.lines],
            canPlay: { $0.needs.isSubset(of: has) })
    }

    /// True if a feature has the action `reset`, which makes a revision without side effects.
    private static func resets(_ feature: JSONValue) -> Bool {
        (feature["actions"] ?? .emptyArray).elements.contains { $0["name"]?.stringValue == "reset" }
    }

    /// Opens the tested source.
    ///
    /// - Parameter isWanted: true if the user has named the source.
    /// - Returns: true if the source is open. False if the user has not named the source, and it can't be opened, for
    ///   example because it needs options.
    /// - Throws: `ConformanceFailure` if the user has named the source, and it can't be opened.
    private static func opens(
        _ handshake: Handshake, _ names: Names, isWanted: Bool
    ) throws(ConformanceFailure) -> Bool {
        let params = JSONText.build { json in
            json.beginObject()
            json.field("source", "tried")
            for name in ["kind", "options"] {
                json.key(name)
                json.value(JSONText(names[name] ?? .null))
            }
            json.endObject()
        }
        let answer = try handshake.ask("source/open", params)
        guard let error = answer["error"], isWanted else { return answer["error"] == nil }
        throw ConformanceFailure("the source can't be opened: \(error["message"]?.stringValue ?? error.shortened)")
    }

    /// The first two rows of the tested source.
    ///
    /// Nil if two fetches return different pages, if the source has fewer than two rows, or if it pages by cursor.
    private static func rows(_ handshake: Handshake) throws(ConformanceFailure) -> [JSONValue]? {
        let params = JSONText.build { $0.raw(#"{"source":"tried","offset":0,"limit":2,"refresh":true}"#) }
        let first = try handshake.ask("source/fetch", params)["result"]
        let second = try handshake.ask("source/fetch", params)["result"]
        guard let first, first == second, first["nextCursor"] == nil else { return nil }
        let rows = Array((first["items"] ?? .emptyArray).elements)
        return rows.count == 2 ? rows : nil
    }
}
