import JSON

/// A numbered requirement of the specification.
public struct Requirement: Sendable {
    /// Its id, such as `T-7`.
    public let id: String
    /// Of whom it is required: `host`, `front end`, `plugin`.
    public let parties: [String]
    /// `MUST`, `MUST NOT`, `SHOULD` or `SHOULD NOT`.
    public let level: String
    /// The part of the protocol that it belongs to.
    public let part: String
    /// The page that it stands on.
    public let page: String
    /// The sentence.
    public let text: String
    /// Why no test from outside can show whether it is met; nil where one can.
    public let untestable: String?

    /// What of which schema it describes; empty where it is not about the form of something.
    let members: [SchemaSet.Member]

    /// Whether it has to be met, and is not only recommended.
    public var isBinding: Bool { level.hasPrefix("MUST") }

    init(_ line: JSONValue) {
        id = line["id"]?.stringValue ?? ""
        parties = line["who"]?.elements.compactMap(\.stringValue) ?? []
        level = line["level"]?.stringValue ?? ""
        part = line["part"]?.stringValue ?? ""
        page = line["page"]?.stringValue ?? ""
        text = line["text"]?.stringValue ?? ""
        untestable = line["untestable"]?.stringValue
        let schema = line["schema"]?.stringValue
        let names: [String?] = line["members"]?.elements.map(\.stringValue) ?? [nil]
        members = schema.map { schema in names.map { SchemaSet.Member(schema: schema, name: $0) } } ?? []
    }
}
