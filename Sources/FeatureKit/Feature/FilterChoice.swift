import JSON

/// What rows a person wants to see: those of a declared filter, those with some words in them, or both.
///
/// On the wire a declared filter's id, or `{"id":…,"text":…}`, of which either may be absent.
public struct FilterChoice: Codable, Sendable, Equatable {
    /// A declared filter.
    public let id: String?
    /// Words that a row must have, whatever their case and accents.
    public let text: String

    /// Makes a choice.
    public init(id: String? = nil, text: String = "") {
        self.id = id
        self.text = text
    }

    /// Whether both name the same filter and the same words, code point by code point.
    public static func == (a: FilterChoice, b: FilterChoice) -> Bool {
        isSameText(a.id, b.id) && isSameText(a.text, b.text)
    }

    /// Whether it lets every row through.
    public var isEmpty: Bool { id == nil && text.isEmpty }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, text
    }

    /// Reads the wire's form.
    ///
    /// - Throws: `DecodingError` for anything but a string or an object with `id` or `text`; `UnknownMember` for another
    ///   member.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        switch value.kind {
        case .string: self.init(id: value.stringValue)
        case .null: self.init()
        default:
            let known = CodingKeys.allCases.map(\.rawValue)
            if let unknown = UnknownMember.first(in: value, known: known, at: decoder.codingPath) { throw unknown }
            let members = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                id: try members.decodeIfPresent(String.self, forKey: .id),
                text: try members.decodeIfPresent(String.self, forKey: .text) ?? "")
        }
    }

    /// Writes the wire's form, in its shortest way.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if text.isEmpty, let id {
            var value = encoder.singleValueContainer()
            return try value.encode(id)
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(id, forKey: .id)
        try members.encode(text, forKey: .text)
    }

    /// Writes the member `filter` of a state: null where it lets every row through.
    public func write(to json: inout JSONWriter) {
        if isEmpty { return json.null() }
        json.encodeAlways(self)
    }
}

extension FilterChoice: SchemaProviding {
    /// Null, an id, or an object.
    public static var schema: StaticString {
        #"""
        {"anyOf":[{"type":"null"},{"type":"string"},{"type":"object","properties":{"id":{"type":"string"},\#
        "text":{"type":"string"}},"additionalProperties":false}]}
        """#
    }
    /// Every row.
    public static var sample: FilterChoice { FilterChoice() }
}
