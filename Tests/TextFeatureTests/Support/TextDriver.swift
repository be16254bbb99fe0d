import FHJSON
import FHRows
import FHTextFeature
import FeatureKit
import FeatureTesting
import Testing

/// A text that is used with actions and snapshots, like by a client.
final class TextDriver {
    let clock = VirtualClock()
    let store: Store<Text>
    private let work = StoreWork()

    init(
        _ source: any DataSource, _ format: TextFormat = .plain,
        _ configure: (inout TextConfiguration) -> Void = { _ in }
    ) {
        var configuration = TextConfiguration(title: "Test", source: source, format: format)
        configuration.pageSize = 3
        configure(&configuration)
        store = Store(
            presenting: Presenting(Text(configuration), .init()),
            StoreEnvironment(clock: clock, wake: work.wake))
        store.onOutput = { [emitted] output in emitted.outputs.append(output) }
    }

    /// The outputs so far.
    private final class Emitted {
        var outputs: [Output] = []
    }

    private let emitted = Emitted()
    var outputs: [Output] { emitted.outputs }

    /// Makes a text of a value, and loads its first lines.
    static func loaded(
        _ text: String, _ format: TextFormat = .plain, _ configure: (inout TextConfiguration) -> Void = { _ in }
    ) async -> TextDriver {
        let driver = TextDriver(ValueSource(.string(text)), format, configure)
        await driver.start()
        return driver
    }

    /// Makes a text of numbered lines.
    static func numbered(_ count: Int, _ configure: (inout TextConfiguration) -> Void = { _ in }) async -> TextDriver {
        await loaded((1...count).map { "line \($0)" }.joined(separator: "\n"), configure)
    }

    private static func loaded(
        _ text: String, _ configure: (inout TextConfiguration) -> Void
    ) async -> TextDriver {
        await loaded(text, .plain, configure)
    }

    func start() async {
        store.start()
        await settle()
    }

    // MARK: The client

    func send(_ action: String, _ params: String = "{}") throws(ActionRefusal) {
        guard let params = try? JSONValue(parsing: params) else { preconditionFailure("not JSON: \(params)") }
        try store.send(action, params, path: [], from: Sender(session: 1, request: .none))
    }

    /// Sends an action, and waits for its effects.
    func perform(_ action: String, _ params: String = "{}") async throws {
        try send(action, params)
        await settle()
    }

    /// Sends an action, and returns its refusal as text; nil if it was applied.
    func refusal(_ action: String, _ params: String = "{}") -> String? {
        do {
            try send(action, params)
            return nil
        } catch {
            switch error {
            case .unavailable(let reason, let detail): return detail.map { "\(reason): \($0)" } ?? reason
            case .invalidParams(let fields): return fields.map { "\($0.path) \($0.code): \($0.message)" }.joined()
            case .unknown: return "unknown"
            }
        }
    }

    // MARK: Effects

    /// Applies the result of the oldest work.
    func deliver() async {
        if await !work.deliverOldest(of: store) { Issue.record("nothing is on its way that could be waited for") }
    }

    /// Applies the next result of any work, while other work waits for lines that the test adds.
    func turn() async { await work.deliverAny(of: store) }

    /// Applies the results of all work that doesn't wait for the clock.
    func settle() async {
        while store.activity.oldestWork != nil { await deliver() }
    }

    // MARK: The shown state

    var snapshot: JSONValue { store.snapshot() }
    var state: JSONValue { snapshot["state"] ?? .null }
    var errors: [JSONValue] { snapshot["errors"].map { Array($0.elements) } ?? [] }
    var phase: String? { state["phase"]?.stringValue }
    var count: Int? { state["count"]?.intValue }
    var line: Int? { state["line"]?.intValue }
    var window: [Int] { ["offset", "limit"].compactMap { state["window"]?[$0]?.intValue } }
    var find: String? { state["find"].map { JSONText($0).string } }
    var copied: String? { state["copied"]?["text"]?.stringValue }
    /// The shown lines, without their spans.
    var texts: [String] { (state["lines"] ?? .null).elements.compactMap { $0["text"]?.stringValue } }
    var numbers: [Int] { (state["lines"] ?? .null).elements.compactMap { $0["number"]?.intValue } }
    /// The spans of the shown lines: `line: start-end style target`.
    var spans: [String] {
        (state["lines"] ?? .null).elements.flatMap { line in
            (line["spans"] ?? .null).elements.map { span in
                let number = line["number"]?.intValue ?? 0
                let range = "\(span["start"]?.intValue ?? -1)-\(span["end"]?.intValue ?? -1)"
                let more = ["target", "color", "background"].compactMap { span[$0]?.stringValue }
                let attributes = (span["attributes"] ?? .null).elements.compactMap(\.stringValue)
                return ([range, span["style"]?.stringValue ?? ""] + more + attributes).reduce("\(number):") {
                    "\($0) \($1)"
                }
            }
        }
    }
}
