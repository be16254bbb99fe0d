import FHHosting
import FHJSON
import Testing

/// Several sessions over the features of a plugin.
@Suite struct ForwardedSessionTests {
    private func withTally(_ body: (TestHost) async throws -> Void) async throws {
        let stage = try Stage(JSONValue(parsing: #"{"workspace":"examples/tally.workspace.json"}"#))
        try await withHost(stage.catalog(), { _ in }, body)
    }

    @Test func whatASessionAskedForAsANotificationEndsWithIt() async throws {
        try await withTally { host in
            let (leaving, staying) = (await host.frontEnd(), await host.frontEnd())
            await leaving.notify("feature/open", #"{"feature":"tally:tally","instance":"a","keep":true}"#)
            await leaving.endInput()
            let opened = await staying.answer("feature/open", #"{"feature":"tally:tally","instance":"b"}"#)
            #expect(opened["result"]?["revision"]?.intValue == 0)
            let instances = await staying.answer("host/inspect")["result"]?["instances"]
            #expect(instances?.elements.compactMap { $0["instance"]?.stringValue } == ["b"])
        }
    }

    @Test func anotherSessionSeesWhatOneDoes() async throws {
        try await withTally { host in
            let (acting, watching) = (await host.frontEnd(), await host.frontEnd())
            for front in [acting, watching] {
                await front.answer("feature/open", #"{"feature":"tally:tally","instance":"a"}"#)
            }
            let id = await acting.begin("feature/send", #"{"instance":"a","action":"add"}"#)
            let own = await acting.until(id).compactMap { $0["params"]?["cause"]?["origin"]?.stringValue }
            #expect(own == ["client"])
            let seen = await host.frames(watching.number) { $0["method"]?.stringValue == "state/snapshot" }
            #expect(seen.last?["params"]?["cause"]?["origin"]?.stringValue == "peer")
        }
    }
}
