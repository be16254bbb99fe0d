import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import Synchronization
import Testing

/// A source that performs operations after a delay of the clock, and records its calls.
final class TimedPerformer: DataSource {
    struct Call: Equatable {
        let opID: String
        /// The delay in milliseconds.
        let delay: Int
        let succeeds: Bool
    }

    let capabilities: SourceCapabilities = .perform
    private let made = Mutex<[Call]>([])
    /// The answer to the next calls.
    private let next = Mutex((delay: 0, succeeds: true))

    var calls: [Call] { made.withLock { $0 } }

    func answerNext(after delay: Int, succeeds: Bool) { next.withLock { $0 = (delay, succeeds) } }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        .now(.success(Page(rows: [SourceRow](), endReached: true)))
    }

    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        let (delay, succeeds) = next.withLock { $0 }
        made.withLock { $0.append(Call(opID: opID, delay: delay, succeeds: succeeds)) }
        return .after(milliseconds: delay, succeeds ? .success(input) : .failure(Failure("timeout", "late")))
    }
}

/// A model of a source's operations under random actions.
///
/// An operation is requested again only if it has failed or was cancelled. Its output is emitted once, after success.
struct OperationModel {
    /// Each output opens an alert, which makes it visible.
    static let presentation = PresentationConfiguration(
        modals: ["done": Modal(style: .alert, title: "Done", buttons: [.init(id: "ok", title: "OK")])],
        outputs: ["archive": ActionLink("present", params: doneModal)])

    private static let doneModal = JSONText.build { json in
        json.beginObject()
        json.field("modal", "done")
        json.endObject()
    }

    private let service = TimedPerformer()
    private var noted = 0
    private var running: (call: TimedPerformer.Call, due: Int)?
    /// Operations that have failed or were cancelled, and may be requested again.
    private var ended: Set<String> = []
    private var known: Set<String> = []
    private var successes = 0
    private var outputs = 0

    /// Configures results that can be selected, opened, and archived by the source.
    func configure(_ configuration: inout SearchConfiguration) {
        configuration.selection = .multiple
        configuration.actions = [
            .init(id: "open", title: "Open"),
            .init(id: "archive", title: "Archive", performer: .init(source: service, operation: "archive")),
        ]
    }

    /// Selects a result, or accepts results with the action that the source performs.
    mutating func accept(_ model: inout SearchModel, _ search: SearchDriver) {
        if model.number(0..<3) == 0 {
            guard let id = search.items.randomElement(using: &model.generator)?["id"]?.stringValue else { return }
            _ = search.refusal("toggleSelection", #"{"id":"\#(id)"}"#)
            return
        }
        service.answerNext(after: model.number(1..<600), succeeds: model.number(0..<3) > 0)
        let expected = model.refusalOfAccept(search)
        #expect(search.refusal("accept", #"{"action":"archive"}"#) == expected, "TEST_SEED=\(model.seed)")
        #expect(service.calls.count == noted + (expected == nil ? 1 : 0), "TEST_SEED=\(model.seed)")
    }

    mutating func cancel(_ search: SearchDriver) throws {
        try search.send("cancel")
        if let running { ended.insert(running.call.opID) }
        running = nil
    }

    /// Records the effects of one step and compares them with the shown state.
    mutating func check(_ search: SearchDriver, seed: UInt64) {
        func expect(_ isRight: Bool, _ what: String) {
            if !isRight { Issue.record("TEST_SEED=\(seed): \(what): \(JSONText(search.snapshot))") }
        }
        end(at: search.clock.now)
        for call in service.calls[noted...] {
            expect(running == nil, "one operation at a time")
            expect(ended.remove(call.opID) != nil || !known.contains(call.opID), "asked for again only after failure")
            known.insert(call.opID)
            running = (call, search.clock.now + call.delay)
        }
        noted = service.calls.count
        end(at: search.clock.now)
        let snapshot = search.snapshot
        let isPerforming = snapshot["state"]?["performing"]?.isNull == false
        expect(isPerforming == (running != nil), "the state says what is under way")
        expect(running == nil || !search.isSettled, "what is under way is an effect")
        if let key = snapshot["presentation"]?["key"]?.stringValue {
            outputs += 1
            expect(snapshot["queue"]?.count == 0, "one output at a time")
            expect(search.refusal("dismiss", #"{"key":"\#(key)"}"#) == nil, "it is seen")
        }
        expect(outputs == successes, "one output for each success: \(outputs) for \(successes)")
    }

    private mutating func end(at now: Int) {
        guard let (call, due) = running, due <= now else { return }
        running = nil
        if call.succeeds { successes += 1 } else { ended.insert(call.opID) }
    }
}
