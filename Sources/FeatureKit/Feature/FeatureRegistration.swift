import JSON

/// A feature as it stands in a catalog: what is said of it, and how an instance of it is made.
public struct FeatureRegistration: Sendable {
    /// The name that front ends open it by.
    public let id: String
    /// What a person reads as its name.
    public let title: String
    /// Which kind it is.
    public let kind: FeatureKind
    /// What the catalog says of it, written down; nil where that is derived when it is asked for.
    public private(set) var entry: StaticString?
    private let describe: @Sendable () -> FeatureDescription
    private let nameFixtures: @Sendable () -> [String]
    private let make: @Sendable (JSONValue, String?, StoreEnvironment) throws(ActionRefusal) -> any AnyStore
    private let check: @Sendable (ActionLink, ActionLink.Occasion) -> ActionRefusal?
    private let makeChild: @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> AnyFeature

    /// A feature that is opened without params.
    public init<F: Feature>(
        id: String = F.id, title: String = F.title, presentation: PresentationConfiguration = .init(),
        _ make: @escaping @Sendable () -> F
    ) {
        self.init(
            id: id, title: title, presentation: presentation, opening: OpeningParams([]),
            params: { _, _ throws(ActionRefusal) in make() })
    }

    /// A feature whose params configure it; wrong ones are ``ActionRefusal/invalidParams(_:)``.
    ///
    /// - Parameters:
    ///   - id: its name in the catalog; the type's own by default.
    ///   - title: what a person reads as its name; the type's own by default.
    ///   - presentation: what the feature offers beside its own actions.
    ///   - shownParams: the params without what no snapshot may show.
    ///   - opening: the params that it has; nil where `make` itself refuses those that it doesn't have.
    ///   - fixtures: its example states; the type's own by default.
    ///   - make: makes the feature from its params; the keys name what comes and goes in it.
    public init<F: Feature>(
        id: String = F.id, title: String = F.title, presentation: PresentationConfiguration = .init(),
        shownParams: @escaping @Sendable (JSONValue) -> JSONText = { JSONText($0) },
        opening: OpeningParams? = nil,
        fixtures: @escaping @Sendable () -> [Fixture<F>] = { F.fixtures },
        params make: @escaping @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> F
    ) {
        self.id = id
        self.title = title
        kind = F.kind
        describe = {
            let feature = try? make(.emptyObject, KeySequence())
            let children = feature?.children ?? []
            return FeatureDescription(
                actions: WireType.of(F.self).actions.descriptions + F.bindings.map(\.description)
                    + PresentationAction.set.descriptions,
                state: F.stateSchema, output: feature?.outputSchema,
                children: F.kind == .view ? children.map { ($0.name, $0.definition.wireSchema) } : [])
        }
        nameFixtures = { fixtures().map(\.name) }
        self.make = { params, name, environment throws(ActionRefusal) in
            try opening?.check(params)
            let keys = KeySequence()
            let feature = Presenting(try make(params, keys), presentation, keys: keys)
            let fixture = name.flatMap { name in fixtures().first { $0.name == name } }
            return Store(presenting: feature, fixture: fixture, environment)
        }
        check = { link, occasion in link.mistake(among: Presenting<F>.actions, on: occasion) }
        makeChild = { params, keys throws(ActionRefusal) in
            try opening?.checkNames(in: params)
            return AnyFeature(
                Presenting(try make(params, keys), presentation, keys: keys), id: id, title: title,
                params: shownParams(params))
        }
    }

    /// Makes an instance at revision 0.
    ///
    /// - Parameters:
    ///   - params: what configures it, as a front end sends them with `feature/open`.
    ///   - fixture: one of the ``fixtures``, which it shows; nil for the feature as it begins.
    ///   - environment: the clock that it lives on, and how it wakes its host.
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` where the feature doesn't accept these params.
    public func open(
        _ params: JSONValue, fixture: String? = nil, _ environment: StoreEnvironment
    ) throws(ActionRefusal) -> any AnyStore {
        try make(params, fixture, environment)
    }

    /// The same feature with what the catalog says of it, as compact JSON: deriving it takes half a millisecond.
    public func described(as entry: StaticString) -> FeatureRegistration {
        var described = self
        described.entry = entry
        return described
    }

    /// Makes the feature for one that presents or pushes it.
    ///
    /// - Parameters:
    ///   - params: what configures it, as they are declared or sent.
    ///   - keys: those of the instance that it becomes a part of.
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` where the feature doesn't accept these params.
    public func child(_ params: JSONValue, keys: KeySequence) throws(ActionRefusal) -> AnyFeature {
        try makeChild(params, keys)
    }

    /// What is wrong with a declared action: a name that it doesn't have, or params that don't fit.
    public func mistake(in link: ActionLink, on occasion: ActionLink.Occasion) -> ActionRefusal? {
        check(link, occasion)
    }

    /// Its actions, and the schemas of its state and its output; derived when first asked for.
    public var description: FeatureDescription { describe() }

    /// The names of its example states.
    public var fixtures: [String] { nameFixtures() }
}

/// What a catalog says of a feature beside its id, kind and title.
public struct FeatureDescription: Sendable {
    /// Its own actions, and then those that every feature has.
    public let actions: [ActionDescription]
    /// The JSON Schema of its state.
    public let state: JSONText
    /// The JSON Schema of what it hands on when it has done what it was opened for; nil where that can't be said before.
    public let output: JSONText?

    init(
        actions: [ActionDescription], state: JSONText, output: JSONText?, children: [(name: String, schema: JSONText)]
    ) {
        let names = Set(actions.map { $0.name })
        self.actions = actions + CommonAction.set.descriptions.filter { !names.contains($0.name) }
        self.state = children.isEmpty ? state : Self.schema(state, children)
        self.output = output
    }

    /// A state's schema where the children have the wire's shape and not that of their own states.
    private static func schema(_ state: JSONText, _ children: [(name: String, schema: JSONText)]) -> JSONText {
        // What the states' own types ask for goes first: a patch would leave parts of it.
        let without = state.value.merged(with: patch(children.map { ($0.name, .null) }).value)
        return without.value.merged(with: patch(children).value)
    }

    private static func patch(_ properties: [(name: String, schema: JSONText)]) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.key("properties")
            json.beginObject()
            for (name, schema) in properties {
                json.key(name)
                json.value(schema)
            }
            json.endObject()
            json.endObject()
        }
    }
}
