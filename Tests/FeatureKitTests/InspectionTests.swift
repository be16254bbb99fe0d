import FHJSON
import TestSupport
import Testing

@testable import FHFeatureValues
@testable import FHRows
@testable import FeatureKit

@Suite struct InspectionTests {
    /// An observer that records its notifications.
    private final class Listener: StoreObserver {
        var steps: [StoreStep] = []
        var drops: [DroppedDelivery] = []

        func applied(_ step: StoreStep) { steps.append(step) }
        func dropped(_ delivery: DroppedDelivery, at revision: Int) { drops.append(delivery) }
    }

    private func note(_ text: String) -> Effect<Probe.Action> { .send(.note(text: text)) }

    private func work(_ name: String, until gate: Gate) -> Effect<Probe.Action> {
        .task(name) {
            await gate.wait()
            return .note(text: name)
        } failed: { _ in
            .locked
        }
    }

    private func id(_ text: String) -> JSONValue { JSONText.object(["id": .string(text)]).value }

    // MARK: Effects

    @Test func effectsTellTheirKindPlaceAndTheRevisionThatTheyBeganWith() throws {
        let probe = ProbeStore([
            "timer": note("late").delay(milliseconds: 100), "work": work("w", until: Gate()),
        ])
        try probe.run("nothing")
        try probe.run("timer")
        try probe.run("work")
        #expect(
            probe.inspection["effects"]?.description == """
                [{"id":"delay-1","name":"delay","path":[],"background":false,"kind":"timer","since":2},\
                {"id":"w-2","name":"w","path":[],"background":false,"kind":"work","since":3}]
                """)
        #expect(probe.inspection["revision"]?.intValue == 3)
        #expect(probe.inspection["settled"]?.boolValue == false)
        #expect(probe.inspection["queued"]?.intValue == 0)
    }

    @Test func anEffectOfAChildHasItsPath() throws {
        let screen = ScreenStore(["late": .send(.note(text: "late")).delay(milliseconds: 100)])
        try screen.present("child")
        try screen.send("run", #"{"name":"late"}"#, at: ["presentation"])
        #expect(told(by: screen.store)["effects"]?[0]?["path"]?.description == #"["presentation"]"#)
    }

    // MARK: Dropped deliveries

    @Test func onlyWhatACancelledEffectBringsIsCounted() async throws {
        let (late, gone, other) = (Gate(), Gate(), Gate())
        let probe = ProbeStore([
            "late": work("late", until: late).cancellable("x", cancelInFlight: true),
            "gone": Effect.task("gone") {
                await gone.wait()
                throw CancellationError()
            } failed: { _ in
                .locked
            }.cancellable("x", cancelInFlight: true),
            "stop": .cancel("x"), "other": work("other", until: other),
        ])
        let listener = Listener()
        probe.store.observer = listener
        try probe.run("late")
        try probe.run("gone")
        try probe.run("stop")
        #expect(probe.inspection["dropped"]?.intValue == 0)
        gone.open()
        late.open()
        while probe.store.activity.droppedCount == 0 { await probe.pass() }
        try probe.run("other")
        other.open()
        await probe.reach(5)
        #expect(probe.inspection["dropped"]?.intValue == 1)
        #expect(listener.drops == [DroppedDelivery(effect: "late-1", path: [])])
        #expect(probe.log.last == "other")
    }

    // MARK: Starts

    @Test func aStartHasItsReasonAndItsCausesRevision() throws {
        let probe = ProbeStore(["load": .none], start: "load")
        probe.store.start()
        try probe.send("setTaskId", id("7"))
        try probe.send("setTaskId", id("7"))
        try probe.send("reset")
        #expect(probe.causes.map(\.action) == ["run", "setTaskId", "run", "setTaskId", "reset", "run"])
        #expect(
            probe.inspection["starts"]?.description == """
                [{"revision":0,"path":[],"taskId":null,"reason":"subscribed"},\
                {"revision":2,"path":[],"taskId":"7","reason":"taskId"},\
                {"revision":5,"path":[],"taskId":"7","reason":"reset"}]
                """)
    }

    @Test func theNewestSixteenStartsAreKept() throws {
        let probe = ProbeStore(["load": .none], start: "load")
        for number in 0..<20 { try probe.send("setTaskId", id("\(number)")) }
        let starts = probe.inspection["starts"].map { Array($0.elements) } ?? []
        #expect(starts.map { $0["taskId"]?.stringValue } == (4..<20).map { "\($0)" })
    }

    // MARK: Causes

    @Test func causesAreKeptFromTheFirstWishOn() throws {
        let probe = ProbeStore(["late": note("late").delay(milliseconds: 10).cancellable("x"), "stop": .cancel("x")])
        try probe.run("a")
        try probe.run("b")
        #expect(probe.inspection["causes"]?.count == 0)
        probe.store.keepCauses()
        try probe.run("late")
        try probe.run("stop")
        probe.store.keepCauses()
        let sender = #""origin":"client","request":7"#
        #expect(
            probe.inspection["causes"]?.description == """
                [{"revision":2,"action":"run","path":[],\(sender)},\
                {"revision":3,"action":"run","path":[],\(sender),"began":["delay-1"]},\
                {"revision":4,"action":"run","path":[],\(sender),"cancelled":["delay-1"]}]
                """)
    }

    @Test func theNewestThirtyTwoCausesAreKept() throws {
        let probe = ProbeStore()
        probe.store.keepCauses()
        for _ in 0..<40 { try probe.run("a") }
        let causes = probe.inspection["causes"].map { Array($0.elements) } ?? []
        #expect(causes.map { $0["revision"]?.intValue } == Array(9...40))
    }

    @Test func anObserverHearsEachRevisionAndNoneThatIsRefused() throws {
        let probe = ProbeStore(["late": note("late").delay(milliseconds: 10)])
        let listener = Listener()
        probe.store.observer = listener
        try probe.run("late")
        #expect(throws: ActionRefusal.self) { try probe.send("locked") }
        probe.clock.advance(by: 10)
        #expect(listener.steps.map(\.revision) == [1, 2])
        #expect(listener.steps.map(\.cause) == probe.causes)
        #expect(listener.steps.map(\.began) == [["delay-1"], []])
    }
}

/// Returns the inspection of a store.
private func told(by store: any AnyStore) -> JSONValue {
    var json = JSONWriter()
    json.beginObject()
    store.writeInspection(to: &json, viewer: 1)
    json.endObject()
    return json.finish().value
}

extension ProbeStore {
    fileprivate var inspection: JSONValue { told(by: store) }
}
