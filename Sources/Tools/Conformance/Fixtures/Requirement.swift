import FHJSON

/// A numbered requirement of the specification.
public struct Requirement: Sendable {
    /// The id, such as `T-7`.
    public let id: String
    /// The roles to which the requirement applies: `host`, `front end`, `plugin`.
    public let parties: [String]
    /// `MUST`, `MUST NOT`, `SHOULD` or `SHOULD NOT`.
    public let level: String
    /// The part of the protocol to which the requirement belongs, such as `forms`.
    public let part: String
    /// The file name of the page in the specification.
    public let page: String
    /// The sentence in the specification.
    public let text: String
    /// The reason why no external test is possible; nil if a test is possible.
    public let untestable: String?

    /// The schema members that the requirement describes; empty if the requirement is not about a message format.
    let members: [SchemaSet.Member]

    /// True for a `MUST` or `MUST NOT`, false for a recommendation.
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
