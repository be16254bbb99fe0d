import FHFormFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A form of the gallery; each call states all expected changes of the shown state.
final class FormScreen {
    let clock = VirtualClock()
    private let store: Store<Form>
    private var shown = JSONValue.null

    init(_ configuration: FormConfiguration) {
        store = Store(Form(configuration), StoreEnvironment(clock: clock) {})
        store.start()
        shown = state
    }

    /// Sends an action and expects exactly this JSON Merge Patch (RFC 7396) of the state; nil allows any change.
    func send(
        _ action: String, _ params: String = "{}", _ changes: String? = "{}",
        location: SourceLocation = #_sourceLocation
    ) throws {
        try store.send(action, try JSONValue(parsing: params), path: [], from: Sender(session: 1, request: .none))
        try expect(changes, location)
    }

    /// Advances the clock and expects exactly this patch of the state.
    func advance(_ milliseconds: Int, _ changes: String? = "{}", location: SourceLocation = #_sourceLocation) throws {
        clock.advance(by: milliseconds)
        store.deliver()
        try expect(changes, location)
    }

    private func expect(_ changes: String?, _ location: SourceLocation) throws {
        let expected = try changes.map { shown.merged(with: try JSONValue(parsing: $0)).value } ?? state
        shown = state
        #expect(shown == expected, sourceLocation: location)
    }

    var state: JSONValue { store.snapshot()["state"] ?? .null }
    var errors: [JSONValue] { store.snapshot()["errors"].map { Array($0.elements) } ?? [] }
    var isSettled: Bool { store.isSettled }
}
