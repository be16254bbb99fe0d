import FHHosting
import FHJSON
import FeatureKit
import Testing

/// Animation hints are only sent to clients that want them.
@Suite struct ReducedMotionTests {
    /// A feature with a hint for every action.
    private struct Mover: Feature {
        static let id = "mover"

        struct State: Codable, Sendable { var count = 0 }
        enum Action: Codable, CaseIterable { case add }

        let initialState = State()

        func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
            state.count += 1
            return .animation(.spring(response: Double(state.count), damping: 1))
        }
    }

    private let open = #"{"feature":"mover","instance":"p"}"#

    private func withMover(_ body: (TestHost) async throws -> Void) async throws {
        try await withHost(Catalog([FeatureRegistration { Mover() }]), { _ in }, body)
    }

    @Test func eachSessionIsToldAsItWants() async throws {
        try await withMover { host in
            let (still, moving) = (await host.frontEnd(), await host.frontEnd())
            await still.answer("initialize", #"{"reducedMotion":true}"#)
            await moving.answer("initialize", #"{"reducedMotion":false}"#)
            for front in [still, moving] { await front.answer("feature/open", open) }
            let toStill = await still.act("add").snapshots
            let toMoving = await moving.ask("ping").snapshots
            #expect(toStill.map { $0["animation"] } == [.null])
            #expect(toMoving.map { $0["animation"]?["kind"]?.stringValue } == ["spring"])
            let asked = await still.answer("feature/snapshot", #"{"instance":"p"}"#)
            #expect(asked["result"]?["animation"] == .null)
            let again = await moving.answer("state/subscribe", #"{"instance":"p"}"#)
            #expect(again["result"]?["snapshot"]?["animation"]?["kind"]?.stringValue == "spring")
        }
    }

    @Test func withoutAWordEverythingMoves() async throws {
        for params in ["{}", #"{"reducedMotion":null}"#] {
            try await withMover { host in
                let front = await host.frontEnd()
                await front.answer("initialize", params)
                await front.answer("feature/open", open)
                let snapshots = await front.act("add").snapshots
                #expect(snapshots.map { $0["animation"]?["kind"]?.stringValue } == ["spring"])
            }
        }
    }

    @Test func whatIsNeitherTrueNorFalseIsRefused() async throws {
        try await withMover { host in
            let front = await host.frontEnd()
            let answer = await front.answer("initialize", #"{"reducedMotion":"yes"}"#)
            #expect(answer.errorCode == -32602)
            #expect(answer["error"]?["data"]?["param"]?.stringValue == "reducedMotion")
        }
    }

    @Test func aConflatedSnapshotHasTheHintOfItsNewestRevision() async throws {
        try await withMover { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", open)
            await front.setReading(false)
            for _ in 0..<100 { await front.notify("feature/send", FrontEnd.action("add")) }
            let id = await front.begin("ping")
            await front.setReading(true)
            let last = await front.until(id).snapshots.last
            #expect(last?["conflated"]?.intValue ?? 1 > 1)
            #expect(last?.revision == 100)
            #expect(last?["animation"]?["response"]?.doubleValue == 100)
        }
    }
}
