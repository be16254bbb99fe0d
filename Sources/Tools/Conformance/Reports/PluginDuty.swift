import FHJSON

/// Maps the requirements of hosts to requirements of plugins.
///
/// A plugin is tested as a host, but the report names the requirements of plugins.
enum PluginDuty {
    /// The requirements that are checked in every session with a plugin.
    static let always: Set = [framing, "G-12"]
    private static let framing = "G-8"
    private static let methods = "G-14"
    private static let byID: [String: [String]] = [
        "S-8": ["G-30"], "S-9": ["G-30"], "S-11": ["G-30"], "T-65": ["G-30"], "R-17": ["G-12"], "M-14": ["R-1"],
        "T-5": ["G-1"],
    ]

    /// The plugin requirements that correspond to a host requirement.
    static func ids(of id: String) -> [String] {
        if id.hasPrefix("G-") || id.hasPrefix("R-") && byID[id] == nil { return [id] }
        return byID[id] ?? [id.hasPrefix("T-") ? framing : methods]
    }

    /// The requirement that an invalid value of a schema violates.
    static func id(ofSchema name: String) -> String {
        let document = SchemaSet.document(of: name)
        if document.hasPrefix("source-") { return "R-18" }
        return ["initialize-result": "G-10", "feature-list-result": "G-4", "snapshot": "G-29"][document] ?? methods
    }

    /// Checks the rows of a page.
    ///
    /// Each row must have a unique id.
    static func faults(inRows rows: JSONValue, _ idKey: String) -> [Fault] {
        var faults: [Fault] = []
        var ids: Set<String> = []
        for row in rows.elements {
            let id = row[idKey].flatMap { $0.stringValue ?? $0.intValue.map(String.init) } ?? ""
            if id.isEmpty {
                faults.append(Fault(["R-19"], "a row without an id as \(idKey): \(row.shortened)"))
            } else if !ids.insert(id).inserted {
                faults.append(Fault(["R-20"], "two rows have the id \(id)"))
            }
        }
        return faults
    }
}
