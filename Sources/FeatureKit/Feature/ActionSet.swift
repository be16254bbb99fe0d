import JSON

/// The actions of a feature that front ends may send: their names, schemas and decoding.
///
/// An action that is not in the set can still be sent by effects and by the feature itself.
public struct ActionSet<Action: Sendable>: Sendable {
    /// What the catalog says of the actions, in the order in which they were given.
    public let descriptions: [ActionDescription]
    private let entries: [String: Entry]

    private enum Entry: Sendable {
        /// A case without a payload: decoded once.
        case constant(Action)
        case decoded(@Sendable (JSONValue) throws -> Action)

        static func decoding<Wire: Codable & Sendable>(
            _ name: String, _ shortcut: (@Sendable (JSONValue) -> Wire?)?, _ embed: @escaping @Sendable (Wire) -> Action
        ) -> Entry {
            .decoded { params in
                if let wire = shortcut?(params) { return embed(wire) }
                return embed(try JSONDecoding.decodeAction(Wire.self, name: name, params: params))
            }
        }
    }

    /// No action at all: the feature only shows.
    public static var none: ActionSet { ActionSet(descriptions: [], entries: [:]) }

    private static var plainObject: JSONText { .build { $0.raw(#"{"type":"object"}"#) } }

    private init(descriptions: [ActionDescription], entries: [String: Entry]) {
        self.descriptions = descriptions
        self.entries = entries
    }

    /// A set whose names, payloads and schemas are those of a `Codable` enum.
    ///
    /// - Parameter examples: one value of each case that may be sent, with all its optional members; what else it holds
    ///   only serves as an example.
    public init(_ examples: [Action]) where Action: Codable {
        self.init(examples) { $0 }
    }

    /// A set whose names and schemas are given, for an enum whose every case has them written down.
    ///
    /// - Parameter schema: nil where a case has no payload.
    init(_ cases: [(example: Action, name: String, schema: StaticString?)]) where Action: Codable {
        self.init(cases.map(\.example), written: cases.map { ($0.name, $0.schema) }) { $0 }
    }

    /// A set over the enum `Wire`, whose names and schemas are written down: deriving them costs each start some time.
    ///
    /// - Parameters:
    ///   - examples: one value of each case that may be sent.
    ///   - written: the name of each, in the same order, and the schema of its params; nil where it has no payload.
    ///   - shortcuts: faster decoders for actions that come often; where one returns nil, the enum's own decides.
    ///   - embed: makes the feature's action of one of the enum.
    package init<Wire: Codable & Sendable>(
        _ examples: [Wire], written: [(name: String, schema: StaticString?)],
        shortcuts: [String: @Sendable (JSONValue) -> Wire?] = [:], embed: @escaping @Sendable (Wire) -> Action
    ) {
        precondition(examples.count == written.count, "each action of \(Wire.self) is written down")
        var descriptions: [ActionDescription] = []
        var entries: [String: Entry] = [:]
        // By their places: a pair of collections is a type that the runtime would have to make at each start.
        for place in written.indices {
            let (name, schema) = written[place]
            let params = schema.map { schema in JSONText.build { $0.raw(schema) } } ?? Self.plainObject
            descriptions.append(ActionDescription(name: name, params: params))
            entries[name] = schema == nil ? .constant(embed(examples[place])) : .decoding(name, shortcuts[name], embed)
        }
        self.init(descriptions: descriptions, entries: entries)
    }

    /// A set over the enum `Wire`, which a part of the feature's actions is made of.
    ///
    /// - Parameters:
    ///   - examples: one value of each case that may be sent, with all its optional members.
    ///   - shortcuts: faster decoders for actions that come often; where one returns nil, the enum's own decides.
    ///   - embed: makes the feature's action of one of the enum; mostly a case.
    public init<Wire: Codable & Sendable>(
        _ examples: [Wire], shortcuts: [String: @Sendable (JSONValue) -> Wire?] = [:],
        embed: @escaping @Sendable (Wire) -> Action
    ) {
        var descriptions: [ActionDescription] = []
        var entries: [String: Entry] = [:]
        for example in examples {
            guard let (name, params) = try? JSONEncoding.action(example) else {
                preconditionFailure("\(Wire.self) is no enum that encodes each case as a key: \(example)")
            }
            // A case without a payload needs no decoder, and its schema is known.
            if params == .emptyObject {
                descriptions.append(ActionDescription(name: name, params: Self.plainObject))
                entries[name] = .constant(embed(example))
                continue
            }
            let schema = JSONSchema.ofAction(Wire.self, name: name) ?? Self.plainObject
            descriptions.append(ActionDescription(name: name, params: schema))
            entries[name] = .decoding(name, shortcuts[name], embed)
        }
        self.init(descriptions: descriptions, entries: entries)
    }

    /// The same set as a part of a larger enum.
    func map<Whole: Sendable>(_ embed: @escaping @Sendable (Action) -> Whole) -> ActionSet<Whole> {
        ActionSet<Whole>(
            descriptions: descriptions,
            entries: entries.mapValues { entry in
                switch entry {
                case .constant(let action): .constant(embed(action))
                case .decoded(let decode): .decoded { embed(try decode($0)) }
                }
            })
    }

    /// This set and those of another whose names it doesn't have.
    func merging(_ other: ActionSet) -> ActionSet {
        ActionSet(
            descriptions: descriptions + other.descriptions.filter { entries[$0.name] == nil },
            entries: entries.merging(other.entries) { own, _ in own })
    }

    /// The action of this name; nil if the set has none.
    ///
    /// - Throws: ``ActionRefusal/invalidParams(_:)``.
    public func decode(_ name: String, _ params: JSONValue) throws(ActionRefusal) -> Action? {
        switch entries[name] {
        case nil: return nil
        case .constant(let action): return action
        case .decoded(let decode):
            do {
                return try decode(params)
            } catch {
                throw ActionRefusal(error)
            }
        }
    }
}

/// What the catalog says of one action.
public struct ActionDescription: Sendable, Equatable {
    /// The action's name on the wire.
    public let name: String
    /// The JSON Schema of its params.
    public let params: JSONText
}

/// Why an action was not applied; nothing changed and there is no new revision.
public enum ActionRefusal: Error, Sendable {
    /// One wrong member of the params.
    public struct Field: Sendable, Equatable {
        /// Where, as a JSON Pointer into the params.
        public let path: String
        /// A camelCase word: `required`, `type`, `invalid`, `unknown` for a name that there is none of, or why what it
        /// names is refused.
        public let code: String
        /// What would be right.
        public let message: String

        /// Names a wrong member.
        public init(path: String, code: String, message: String) {
            self.path = path
            self.code = code
            self.message = message
        }
    }

    /// The feature has no such action.
    case unknown(known: [String])
    /// The params don't fit the action's schema.
    case invalidParams([Field])
    /// Not now, and why: a camelCase word, and where that says more, a sentence that names what it is about.
    case unavailable(String, detail: String? = nil)

    init(_ error: any Error) {
        if let error = error as? DecodingError {
            self = .invalidParams([
                Field(path: error.jsonPointer.description, code: error.reasonCode, message: error.reason)
            ])
        } else {
            self = .invalidParams([Field(path: "", code: "invalid", message: "\(error)")])
        }
    }
}
