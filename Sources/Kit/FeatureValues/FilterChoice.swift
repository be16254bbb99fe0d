import FHJSON

/// The user's choice of the rows to show: a declared filter, words that the rows contain, or both.
///
/// On the wire, a choice is null, the id of a declared filter, or an object `{"id":…,"text":…}`. Each member of the
/// object is optional.
public struct FilterChoice: Codable, Sendable, Equatable {
    /// The id of a declared filter; nil for none.
    public let id: String?
    /// Words that a row must contain, compared without case and diacritics; empty for none.
    public let text: String

    /// Makes a choice.
    public init(id: String? = nil, text: String = "") {
        self.id = id
        self.text = text
    }

    /// True if both choices have the same filter id and the same words, compared code point by code point.
    public static func == (a: FilterChoice, b: FilterChoice) -> Bool {
        isSameText(a.id, b.id) && isSameText(a.text, b.text)
    }

    /// True if the choice has neither a filter nor words, so that every row passes.
    public var isEmpty: Bool { id == nil && text.isEmpty }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, text
    }

    /// Reads null, a filter's id, or an object.
    ///
    /// - Throws: `DecodingError` for a value of another type; `UnknownMember` for a member of the object other than
    ///   `id` and `text`.
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

    /// Writes the id alone if there is a filter without words, and otherwise an object.
    ///
    /// - Throws: errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if text.isEmpty, let id {
            var value = encoder.singleValueContainer()
            return try value.encode(id)
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(id, forKey: .id)
        try members.encode(text, forKey: .text)
    }

    /// Writes the value of a state's member `filter`: null if every row passes, and otherwise the choice.
    public func write(to json: inout JSONWriter) {
        if isEmpty { return json.null() }
        json.encodeAlways(self)
    }
}

extension FilterChoice: SchemaProviding {
    /// The schema: null, an id, or an object.
    public static var schema: StaticString {
        #"""
        {"anyOf":[{"type":"null"},{"type":"string"},{"type":"object","properties":{"id":{"type":"string"},\#
        "text":{"type":"string"}},"additionalProperties":false}]}
        """#
    }
    /// The choice that every row passes.
    public static var sample: FilterChoice { FilterChoice() }
}
