import FHJSON

/// The actions of a feature that clients may send: names, schemas and decoders.
///
/// Effects and the feature itself can also send actions that are not in the set.
public struct ActionSet<Action: Sendable>: Sendable {
    /// The descriptions of the actions for the catalog, in the order of their declaration.
    public let descriptions: [ActionDescription]
    private let entries: [String: Entry]
    private let known: KnownParams

    private enum Entry: Sendable {
        /// A case without a payload, decoded once.
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

    /// The empty set, for a feature that clients can't change.
    public static var none: ActionSet { ActionSet(descriptions: [], entries: [:]) }

    private static var noParams: JSONText { .build { $0.raw(#"{"type":"object","additionalProperties":false}"#) } }

    private init(descriptions: [ActionDescription], entries: [String: Entry]) {
        self.descriptions = descriptions
        self.entries = entries
        known = KnownParams(descriptions)
    }

    /// A set with the names, payloads and schemas of a `Codable` enum.
    ///
    /// - Parameter examples: one value of each case that clients may send, with all its optional members. The contents
    ///   of the members are arbitrary.
    public init(_ examples: [Action]) where Action: Codable {
        self.init(examples) { $0 }
    }

    /// A set with predefined names and schemas for all cases of an enum.
    ///
    /// - Parameter cases: an example of each case, the case's name, and the schema of its params. The schema of a case
    ///   without a payload is nil.
    init(_ cases: [(example: Action, name: String, schema: StaticString?)]) where Action: Codable {
        self.init(cases.map(\.example), written: cases.map { ($0.name, $0.schema) }) { $0 }
    }

    /// A set whose actions are cases of the enum `Wire`, with predefined names and schemas.
    ///
    /// The names and schemas are predefined, because deriving them would cost time at each start of the host.
    ///
    /// - Parameters:
    ///   - examples: one value of each case that clients may send.
    ///   - written: the names of the cases and the schemas of their params, in the order of `examples`. The schema of
    ///     a case without a payload is nil.
    ///   - shortcuts: faster decoders for frequent actions; if one returns nil, the enum's own decoder is used.
    ///   - embed: converts a value of the enum to the feature's action.
    package init<Wire: Codable & Sendable>(
        _ examples: [Wire], written: [(name: String, schema: StaticString?)],
        shortcuts: [String: @Sendable (JSONValue) -> Wire?] = [:], embed: @escaping @Sendable (Wire) -> Action
    ) {
        precondition(examples.count == written.count, "each action of \(Wire.self) is written down")
        var descriptions: [ActionDescription] = []
        var entries: [String: Entry] = [:]
        // The loop has no `zip`, which is a generic type that the runtime would have to instantiate at each start.
        for place in written.indices {
            let (name, schema) = written[place]
            let params = schema.map { schema in JSONText.build { $0.raw(schema) } } ?? Self.noParams
            descriptions.append(ActionDescription(name: name, params: params))
            entries[name] = schema == nil ? .constant(embed(examples[place])) : .decoding(name, shortcuts[name], embed)
        }
        self.init(descriptions: descriptions, entries: entries)
    }

    /// A set whose actions are cases of the enum `Wire`, from which `embed` makes the feature's actions.
    ///
    /// - Parameters:
    ///   - examples: one value of each case that clients may send, with all its optional members.
    ///   - shortcuts: faster decoders for frequent actions; if one returns nil, the enum's own decoder is used.
    ///   - embed: converts a value of the enum to the feature's action; usually a case.
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
                descriptions.append(ActionDescription(name: name, params: Self.noParams))
                entries[name] = .constant(embed(example))
                continue
            }
            let schema = JSONSchema.ofAction(Wire.self, name: name) ?? Self.noParams
            descriptions.append(ActionDescription(name: name, params: schema))
            entries[name] = .decoding(name, shortcuts[name], embed)
        }
        self.init(descriptions: descriptions, entries: entries)
    }

    /// Converts the set to a set of a larger enum, by passing each action through `embed`.
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

    /// The union of this set and another; of two actions with the same name, it contains the action of this set.
    func merging(_ other: ActionSet) -> ActionSet {
        ActionSet(
            descriptions: descriptions + other.descriptions.filter { entries[$0.name] == nil },
            entries: entries.merging(other.entries) { own, _ in own })
    }

    /// Decodes the action with this name; returns nil if the set has no such action.
    ///
    /// - Throws: `ActionRefusal.invalidParams(_:)`, also for members that the action's schema doesn't declare.
    public func decode(_ name: String, _ params: JSONValue) throws(ActionRefusal) -> Action? {
        guard let entry = entries[name] else { return nil }
        let unknown = known.unknown(in: params, of: name)
        let action: Action
        do {
            switch entry {
            case .constant(let constant): action = constant
            case .decoded(let decode): action = try decode(params)
            }
        } catch {
            throw ActionRefusal(error, beside: unknown)
        }
        if !unknown.isEmpty { throw .invalidParams(unknown) }
        return action
    }
}

/// The description of an action in the catalog.
public struct ActionDescription: Sendable, Equatable {
    /// The action's name on the wire.
    public let name: String
    /// The JSON Schema of the action's params.
    public let params: JSONText
}
