import FHJSON

/// A feature in a catalog: its description, and a factory for its instances.
public struct FeatureRegistration: Sendable {
    /// The name by which clients open the feature.
    public let id: String
    /// The title shown to users.
    public let title: String
    /// The texts and marks with which menus list the feature.
    public private(set) var menu: MenuEntry
    /// The kind of the feature.
    public let kind: FeatureKind
    /// The precomputed catalog entry; nil if the entry is derived on demand.
    public private(set) var entry: StaticString?
    /// The JSON Schema of the declared opening params; nil if the feature declares none.
    public let params: JSONText?
    private let describe: @Sendable () -> FeatureDescription
    private let nameFixtures: @Sendable () -> [String]
    private let make: @Sendable (JSONValue, String?, StoreEnvironment) throws(ActionRefusal) -> any AnyStore
    private let check: @Sendable (ActionLink, ActionLink.Occasion) -> ActionRefusal?
    private let makeChild: @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> AnyFeature

    /// Makes the registration of a feature without opening params.
    public init<F: Feature>(
        id: String = F.id, title: String = F.title, menu: MenuEntry = F.menu,
        presentation: @escaping @autoclosure @Sendable () -> PresentationConfiguration = .init(),
        _ make: @escaping @Sendable () -> F
    ) {
        self.init(
            id: id, title: title, menu: menu, presentation: presentation(), opening: OpeningParams([]),
            params: { _, _ throws(ActionRefusal) in make() })
    }

    /// Makes the registration of a feature with opening params.
    ///
    /// - Parameters:
    ///   - id: the name in the catalog; by default the type's own.
    ///   - title: the title shown to users; by default the type's own.
    ///   - menu: the texts and marks with which menus list the feature; by default the type's own.
    ///   - presentation: the modals, the toolbar and the handlers of outputs; evaluated when the feature is opened.
    ///   - shownParams: returns the params that snapshots show, without secrets.
    ///   - opening: the declared params; nil if `make` itself refuses undeclared params.
    ///   - fixtures: the example states; by default the type's own.
    ///   - make: makes the feature from its params, or throws `ActionRefusal.invalidParams(_:)`. The key sequence
    ///     generates the keys of the features that the new feature presents or pushes.
    public init<F: Feature>(
        id: String = F.id, title: String = F.title, menu: MenuEntry = F.menu,
        presentation: @escaping @autoclosure @Sendable () -> PresentationConfiguration = .init(),
        shownParams: @escaping @Sendable (JSONValue) -> JSONText = { JSONText($0) },
        opening: OpeningParams? = nil,
        fixtures: @escaping @Sendable () -> [Fixture<F>] = { F.fixtures },
        params make: @escaping @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> F
    ) {
        self.id = id
        self.title = title
        self.menu = menu
        kind = F.kind
        self.params = nil
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
            let feature = Presenting(try make(params, keys), presentation(), keys: keys)
            let fixture = name.flatMap { name in fixtures().first { $0.name == name } }
            return Store(presenting: feature, fixture: fixture, environment)
        }
        check = { link, occasion in link.mistake(among: Presenting<F>.actions, on: occasion) }
        makeChild = { params, keys throws(ActionRefusal) in
            try opening?.checkNames(in: params)
            return AnyFeature(
                Presenting(try make(params, keys), presentation(), keys: keys), id: id, title: title,
                params: shownParams(params))
        }
    }

    /// Makes the registration of a feature that is declared anew, with the values of its params, when it is opened.
    ///
    /// - Parameters:
    ///   - template: the registration of the feature with example values, which describes it.
    ///   - params: the JSON Schema of the params.
    ///   - own: the names of the params that the kind has without a declaration.
    ///   - bind: returns the feature for opening params, and the values of the declared params. The feature itself gets
    ///     the params that are not declared.
    package init(
        like template: FeatureRegistration, params: JSONText, own names: [String],
        bind: @escaping @Sendable (JSONValue) throws(ActionRefusal) -> (feature: FeatureRegistration, values: JSONText)
    ) {
        id = template.id
        title = template.title
        menu = template.menu
        kind = template.kind
        self.params = params
        describe = template.describe
        nameFixtures = template.nameFixtures
        check = template.check
        let declared = (params.value["properties"] ?? .null).members.map { $0.key }
        let opening = OpeningParams(declared + names)
        let own: @Sendable (JSONValue) -> JSONValue = { given in
            JSONText.build { json in
                json.beginObject()
                for (name, value) in given.members where !declared.contains(name) {
                    json.key(name)
                    json.value(value)
                }
                json.endObject()
            }.value
        }
        make = { given, fixture, environment throws(ActionRefusal) in
            try opening.check(given)
            return try bind(given).feature.make(own(given), fixture, environment)
        }
        makeChild = { given, keys throws(ActionRefusal) in
            try opening.checkNames(in: given)
            let (feature, values) = try bind(given)
            return try feature.makeChild(own(given), keys).showing(values)
        }
    }

    /// Makes an instance at revision 0.
    ///
    /// - Parameters:
    ///   - params: the opening params, as clients send them with `feature/open`.
    ///   - fixture: the name of the example state to show, one of ``fixtures``; nil for the initial state.
    ///   - environment: the clock of the instance, and the function that wakes its host.
    /// - Throws: `ActionRefusal.invalidParams(_:)` if the feature doesn't accept the params.
    public func open(
        _ params: JSONValue, fixture: String? = nil, _ environment: StoreEnvironment
    ) throws(ActionRefusal) -> any AnyStore {
        try make(params, fixture, environment)
    }

    /// Returns this registration with a precomputed catalog entry as compact JSON.
    ///
    /// Deriving the entry would take half a millisecond.
    public func described(as entry: StaticString) -> FeatureRegistration {
        var described = self
        described.entry = entry
        return described
    }

    /// Returns this registration with other texts and marks for menus.
    public func listed(as menu: MenuEntry) -> FeatureRegistration {
        var listed = self
        listed.menu = menu
        return listed
    }

    /// Makes the feature for a parent that presents or pushes it.
    ///
    /// - Parameters:
    ///   - params: the opening params: the params of the request, merged over the params that the parent declares.
    ///   - keys: the key sequence of the parent's instance.
    /// - Throws: `ActionRefusal.invalidParams(_:)` if the feature doesn't accept the params.
    public func child(_ params: JSONValue, keys: KeySequence) throws(ActionRefusal) -> AnyFeature {
        try makeChild(params, keys)
    }

    /// The validation error of a declared action; nil if the action is valid.
    ///
    /// An action is invalid if the feature doesn't have it, or if the params don't match the action's schema.
    public func mistake(in link: ActionLink, on occasion: ActionLink.Occasion) -> ActionRefusal? {
        check(link, occasion)
    }

    /// The actions, the schema of the state and the schema of the output; all are derived at each call.
    public var description: FeatureDescription { describe() }

    /// The names of the example states.
    public var fixtures: [String] { nameFixtures() }
}

/// The description of a feature in a catalog, apart from its id, kind and title.
public struct FeatureDescription: Sendable {
    /// The actions that the feature declares, followed by the actions that every feature has.
    public let actions: [ActionDescription]
    /// The JSON Schema of the feature's state.
    public let state: JSONText
    /// The JSON Schema of the output that completes the feature; nil if it can't be determined in advance.
    public let output: JSONText?

    init(
        actions: [ActionDescription], state: JSONText, output: JSONText?, children: [(name: String, schema: JSONText)]
    ) {
        let names = Set(actions.map { $0.name })
        self.actions = actions + CommonAction.set.descriptions.filter { !names.contains($0.name) }
        self.state = children.isEmpty ? state : Self.schema(state, children)
        self.output = output
    }

    /// Returns the schema of a state on the wire: the schema of each child's state is replaced by the child's schema.
    private static func schema(_ state: JSONText, _ children: [(name: String, schema: JSONText)]) -> JSONText {
        // The schemas of the children's states are removed first, because a merge patch would keep some of their
        // members.
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
