import FHFormFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A form whose effects run, on a virtual clock; the test provides the answers of its source.
final class FormStore {
    let source: SimulatedSource
    let clock = VirtualClock()
    let store: Store<Form>
    private var wakes: AsyncStream<Void>.Iterator

    init(
        _ fields: [FieldConfiguration] = [], values: String = "{}", params: String? = nil,
        source: SimulatedSource = SimulatedSource(),
        _ configure: (inout FormConfiguration, SimulatedSource) -> Void = { _, _ in }
    ) {
        self.source = source
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: fields)], ids: IDGenerator(seed: 1))
        configuration.values = text(values)
        configure(&configuration, source)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        let opened = params.flatMap { try? Form(configuration, params: json($0)) }
        store = Store(opened ?? Form(configuration), StoreEnvironment(clock: clock) { continuation.yield() })
        store.start()
    }

    // MARK: The client

    func send(_ action: String, _ params: String = "{}") throws(ActionRefusal) {
        try store.send(action, json(params), path: [], from: Sender(session: 1, request: .none))
    }

    func enter(_ path: String, _ value: String) throws(ActionRefusal) {
        try send("setValue", #"{"path":"\#(path)","value":\#(value)}"#)
    }

    /// Sends an action and returns the reason of the refusal; nil if it was applied.
    func refusal(_ action: String, _ params: String = "{}") -> String? {
        do {
            try send(action, params)
            return nil
        } catch {
            if case .unavailable(let reason, _) = error { return reason }
            return "\(error)"
        }
    }

    // MARK: The source

    /// Answers a call and waits until the form has applied the answer.
    func answer(_ call: Int, _ rows: [SourceRow] = []) async {
        source.answer(call, with: Page(rows: rows, endReached: true))
        await delivered()
    }

    /// Answers an operation with its output.
    func answer(_ call: Int, output: String) async { await answer(call, [SourceRow(id: "", value: text(output))]) }

    func fail(_ call: Int, _ failure: Failure = Failure("networkError", "no network")) async {
        source.fail(call, failure)
        await delivered()
    }

    /// Waits until an effect has delivered.
    func pass() async {
        store.deliver()
        guard store.activity.oldestWork != nil else { return }
        var iterator = wakes
        await iterator.next()
        wakes = iterator
        store.deliver()
    }

    func advance(_ milliseconds: Int) {
        clock.advance(by: milliseconds)
        store.deliver()
    }

    /// Waits until a delivery of an effect was applied.
    private func delivered() async {
        let before = store.revision
        store.deliver()
        while store.revision == before {
            guard store.activity.oldestWork != nil else {
                Issue.record("nothing is on its way that could be waited for")
                return
            }
            var iterator = wakes
            await iterator.next()
            wakes = iterator
            store.deliver()
        }
    }

    // MARK: The shown state

    var snapshot: JSONValue { store.snapshot() }
    subscript(_ member: String) -> JSONValue { snapshot["state"]?[member] ?? .null }

    var status: String { self["status"].stringValue ?? "" }
    var isSettled: Bool { snapshot["settled"]?.boolValue == true }
    var errors: [JSONValue] { snapshot["errors"].map { Array($0.elements) } ?? [] }
    func unavailable(_ action: String) -> String? { snapshot["unavailable"]?[action]?.stringValue }

    func field(_ path: String) -> JSONValue { self["fields"][path] ?? .null }
    func value(_ path: String) -> JSONValue { field(path)["value"] ?? .null }
    func flag(_ path: String, _ member: String) -> Bool? { field(path)[member]?.boolValue }
    func codes(_ path: String) -> [String] { Self.codes(field(path)["messages"]) }
    var formCodes: [String] { Self.codes(self["formMessages"]) }
    /// Returns the ids of a repeated field's items.
    func items(_ path: String) -> [String] { value(path).elements.compactMap(\.stringValue) }

    private static func codes(_ messages: JSONValue?) -> [String] {
        messages.map { $0.elements.compactMap { $0["code"]?.stringValue } } ?? []
    }
}
