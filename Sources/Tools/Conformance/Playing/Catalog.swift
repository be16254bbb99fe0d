import FHJSON

/// The catalog of a host, against which snapshots, outputs and params are validated.
struct Catalog {
    /// The subject of a schema in the catalog.
    private enum Topic: Hashable {
        case state
        case output
        case params(action: String)
    }

    private struct Place: Hashable {
        let feature: String
        let topic: Topic
    }

    private let schemas: SchemaSet
    /// The entries, by feature id.
    private var entries: [String: JSONValue] = [:]
    /// The schemas that were looked up before; an entry is nil if the catalog has no such schema.
    private var known: [Place: SchemaSet?] = [:]
    /// The flows whose snapshots have had steps.
    private var stepped: Set<String> = []

    init(_ schemas: SchemaSet) { self.schemas = schemas }

    /// Stores the entries of a catalog.
    mutating func note(_ features: JSONValue, _ findings: inout Findings) {
        findings.tried.insert("C-23")
        var ids: Set<String> = []
        for entry in features.elements {
            let id = entry["id"]?.stringValue ?? ""
            if !ids.insert(id).inserted { findings.add("C-23", "the catalog has \(id) twice") }
            let names = (entry["actions"] ?? .emptyArray).elements.compactMap { $0["name"]?.stringValue }
            if Set(names).count < names.count { findings.add("C-23", "\(id) has an action twice") }
            if entries[id] != entry { known = known.filter { $0.key.feature != id } }
            entries[id] = entry
        }
    }

    private mutating func schema(of topic: Topic, _ feature: String) -> SchemaSet? {
        let place = Place(feature: feature, topic: topic)
        if let schema = known[place] { return schema }
        let entry = entries[feature]
        let said: SchemaSet? =
            switch topic {
            case .state: entry?["state"].map { SchemaSet($0, beside: schemas) }
            case .output: entry?["output"].map { SchemaSet($0, beside: schemas) }
            case .params(let name):
                entry?["actions"]?.elements.first { $0["name"]?.stringValue == name }?["params"].map {
                    SchemaSet($0, beside: schemas, allowsMore: false)
                }
            }
        known[place] = .some(said)
        return said
    }

    // MARK: Output of the host

    /// Validates the state in a snapshot.
    mutating func check(_ snapshot: JSONValue, _ findings: inout Findings) {
        let feature = snapshot["feature"]?.stringValue ?? ""
        guard let state = snapshot["state"] else { return }
        if state["steps"]?.isObject ?? false { stepped.insert(feature) }
        guard let own = schema(of: .state, feature) else { return }
        findings.tried.insert("C-24")
        guard let found = own.violation(in: state, by: "") else { return }
        let instance = snapshot["instance"]?.stringValue ?? ""
        findings.add("C-24", "the state of \(instance) is not what the catalog says: \(found.place) \(found.reason)")
    }

    /// Validates the outcome of a run.
    mutating func check(outcome: JSONValue, of feature: String, _ findings: inout Findings) {
        // The output of a flow without steps is arbitrary.
        let isFree = entries[feature]?["kind"]?.stringValue == "flow" && !stepped.contains(feature)
        guard !isFree, outcome["outcome"]?.stringValue == "completed", let output = outcome["output"],
            let own = schema(of: .output, feature)
        else { return }
        findings.tried.insert("C-29")
        guard let found = own.violation(in: output, by: "") else { return }
        findings.add("C-29", "the output of \(feature) is not what the catalog says: \(found.place) \(found.reason)")
    }

    // MARK: Input of the host

    /// Validates the params of an accepted action.
    ///
    /// Params that don't conform to the schema have to be rejected.
    mutating func check(taken request: JSONValue, of feature: String, _ findings: inout Findings) {
        let action = request["action"]?.stringValue ?? ""
        let params: JSONValue = request["params"] ?? .emptyObject
        guard let own = schema(of: .params(action: action), feature) else { return }
        findings.tried.insert("C-26")
        guard let found = own.violation(in: params, by: "") else { return }
        // Null counts as absent, and an empty array as an empty object (M-24, M-25).
        if let value = params[found.place], value.isNull || (value.isArray && value.count == 0) { return }
        findings.add(
            "C-26", "\(feature) takes \(action) with params that the catalog forbids: \(found.place) \(found.reason)")
    }
}
