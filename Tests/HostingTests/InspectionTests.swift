import FHHosting
import FHJSON
import Testing

/// `host/inspect`: the state of the instances, for developers.
@Suite struct InspectionTests {
    private func inspect(_ front: FrontEnd, _ params: String = "{}") async -> [JSONValue] {
        await front.answer("host/inspect", params)["result"]?["instances"].map { Array($0.elements) } ?? []
    }

    @Test func instancesComeInTheOrderInWhichTheyWereOpened() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            #expect(await inspect(a).isEmpty)
            await a.open()
            await a.answer("feature/open", #"{"feature":"probe","instance":"kept","keep":true}"#)
            await a.answer("state/unsubscribe", #"{"instance":"kept"}"#)
            await b.open()
            let all = await inspect(b)
            #expect(all.map { $0["instance"]?.stringValue } == ["p", "kept"])
            #expect(all.map { $0["feature"]?.stringValue } == ["probe", "probe"])
            #expect(all.map { $0["subscribers"]?.intValue } == [2, 0])
            #expect(await inspect(b, #"{"instance":"kept"}"#).map { $0["instance"]?.stringValue } == ["kept"])
        }
    }

    @Test func causesAreKeptFromTheFirstTimeOnInLaterInstancesToo() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await a.act("add")
            await a.act("add")
            let revisions = { (told: JSONValue?) in
                told?["causes"].map { $0.elements.map { $0["revision"]?.intValue } } ?? []
            }
            #expect(await revisions(inspect(a).first) == [2])
            await b.act("note", #"{"text":"secret"}"#)
            await a.answer("feature/open", #"{"feature":"probe","instance":"q"}"#)
            let told = await inspect(a)
            #expect(told.map(revisions) == [[2, 3], [0]])
            #expect(told[0]["causes"]?.elements.map { $0["origin"]?.stringValue } == ["client", "peer"])
            #expect(told[0]["causes"]?[1]?["request"] == nil)
            #expect(!told.description.contains("secret"))
        }
    }

    @Test func aRefusedInstanceIsNamed() async throws {
        try await withHost { host in
            let front = await host.frontEnd()
            #expect(await front.answer("host/inspect", #"{"instance":"p"}"#).errorCode == -31002)
            #expect(await front.answer("host/inspect", #"{"instance":["p"]}"#).errorCode == -32602)
        }
    }

    /// Work that is superseded while it waits at a gate delivers its action after the cancellation.
    @Test func aSupersededDeliveryIsCounted() async throws {
        try await withHost {
            $0.isClockVirtual = true
        } _: { host in
            let front = await host.frontEnd()
            await front.open()
            await front.act("waitForGate", #"{"text":"late"}"#)
            #expect(await inspect(front).first?["effects"]?[0]?["kind"]?.stringValue == "work")
            await front.act("reset")
            #expect(await inspect(front).first?["dropped"]?.intValue == 0)
            await front.act("openGate", #"{"text":"x"}"#)
            var told: JSONValue?
            // No request waits for cancelled work, which may deliver at any time before the timeout of the test.
            repeat {
                await front.answer("clock/advance", #"{"ms":0}"#)
                told = await inspect(front).first
            } while told?["dropped"]?.intValue == 0
            #expect(told?["dropped"]?.intValue == 1)
            #expect(told?["causes"]?.elements.map(\.revision) == [1, 2, 3, 4])
            #expect(told?["effects"]?.count == 0)
        }
    }
}
