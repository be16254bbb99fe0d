import FHFlowFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A store of a flow over pages, which records the causes of its revisions.
final class FlowDriver {
    let clock = VirtualClock()
    let store: Store<Flow>
    /// The cause of each revision: the depth of the page, or `flow`, followed by the action.
    private(set) var causes: [String] = []
    /// The snapshot of the flow in each revision.
    private(set) var snapshots: [JSONValue] = []

    /// The routes that all tests share; `home` is the root.
    static var routes: [String: FlowConfiguration.Route] {
        [
            "home": .init(feature: Page.link()), "page": .init(feature: Page.link()),
            "taken": .init(feature: Page.link(), onOutput: .init("take")),
            "refused": .init(feature: Page.link(), onOutput: .init("locked")),
        ]
    }

    convenience init(
        _ more: [String: FlowConfiguration.Route] = [:], outputs: [String: ActionLink] = [:],
        modals: [String: Modal] = [:], root: String = "home", timeoutMs: Int? = nil
    ) {
        self.init(
            FlowConfiguration(
                title: "Walk", root: root, routes: Self.routes.merging(more) { $1 }, outputs: Set(outputs.keys),
                timeoutMs: timeoutMs),
            .init(modals: modals, outputs: outputs))
    }

    /// Returns the configuration of the default flow.
    static func configuration() -> FlowConfiguration { FlowConfiguration(title: "Walk", root: "home", routes: routes) }

    /// Makes a flow with params.
    convenience init(params: JSONValue) throws(ActionRefusal) {
        let keys = KeySequence()
        self.init(try Flow(Self.configuration(), params: params, keys: keys), keys)
    }

    /// Makes a flow with a configuration and params.
    convenience init(_ configuration: FlowConfiguration, params: JSONValue) throws(ActionRefusal) {
        let keys = KeySequence()
        self.init(try Flow(configuration, params: params, keys: keys), keys)
    }

    convenience init(_ configuration: FlowConfiguration, _ presentation: PresentationConfiguration = .init()) {
        let keys = KeySequence()
        self.init(Flow(configuration, keys: keys), keys, presentation)
    }

    private init(_ flow: Flow, _ keys: KeySequence, _ presentation: PresentationConfiguration = .init()) {
        store = Store(
            presenting: Presenting(flow, presentation, keys: keys), StoreEnvironment(clock: clock) {})
        store.onRevision = { [unowned self] in
            snapshots.append(snapshot())
            causes.append((store.cause.path.isEmpty ? "flow " : "page ") + store.cause.action)
        }
        store.start()
    }

    func send(_ action: String, _ params: String = "{}", at path: [String] = []) throws {
        try store.send(action, try JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
    }

    @discardableResult
    func push(_ route: String = "page") throws -> String {
        try send("push", #"{"route":"\#(route)"}"#)
        return keys.last ?? ""
    }

    /// Sends an action to the page at a distance from the top.
    func page(_ action: String, _ params: String = "{}", below: Int = 0) throws {
        try send(action, params, at: place(below: below))
    }

    /// Returns the causes after a revision.
    func causes(after revision: Int) -> [String] { Array(causes[revision...]) }

    /// Expects that an action is refused and changes nothing.
    func expectRefusal(
        _ expected: ActionRefusal, _ action: String, _ params: String = "{}", at path: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let revision = store.revision
        let before = snapshot()
        #expect(throws: expected, sourceLocation: sourceLocation) { try send(action, params, at: path) }
        #expect(store.revision == revision, sourceLocation: sourceLocation)
        #expect(snapshot() == before, sourceLocation: sourceLocation)
    }

    // MARK: The shown state

    func snapshot(path: [String] = []) -> JSONValue { store.snapshot(at: path) }

    var stack: [JSONValue] { (snapshot()["state"]?["stack"]).list }
    /// Returns the stack entry at a distance from the root.
    func entry(_ index: Int) -> JSONValue? { stack.dropFirst(index).first }

    var keys: [String] { stack.compactMap { $0["key"]?.stringValue } }

    /// Returns the key of the top of the flow at a path.
    func top(of path: [String]) -> String {
        let stack = (snapshot(path: path)["state"]?["stack"]).list
        return stack.compactMap { $0["key"]?.stringValue }.last ?? ""
    }

    var routes: [String] { stack.compactMap { $0["route"]?.stringValue } }
    var status: String? { snapshot()["state"]?["status"]?.stringValue }
    var errors: [String] { snapshot()["errors"].list.compactMap { $0["code"]?.stringValue } }

    /// Returns the log of the page at a distance from the top.
    func log(below: Int = 0) -> [String] {
        let path = place(below: below)
        guard store.has(path: path) else { return [] }
        return (snapshot(path: path)["state"]?["log"]).list.compactMap(\.stringValue)
    }

    private func place(below: Int) -> [String] { ["stack", keys.dropLast(below).last ?? "none"] }

    /// The blocked action, with the names in `by`; nil if no action is blocked.
    var blocked: String? {
        guard let blocked = snapshot()["blocked"], !blocked.isNull else { return nil }
        return
            "\(blocked["action"]?.stringValue ?? "") by \(blocked["by"].list.compactMap(\.stringValue).joined(separator: "/"))"
    }
}

extension JSONValue? {
    /// The elements of an array; empty if there is no value.
    var list: [JSONValue] { map { Array($0.elements) } ?? [] }
}
