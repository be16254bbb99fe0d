import FHHosting
import FHJSON
import Testing

@testable import FHPeers

/// Two clients of one host.
@Suite struct SessionTests {
    @Test func eachSeesTheOthersActionsAsAPeers() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await a.act("add")
            let attached = await b.open()
            #expect(attached["result"]?["revision"]?.intValue == 1)
            #expect(attached["result"]?["snapshot"]?["cause"]?["origin"]?.stringValue == "peer")

            let id = await a.begin("feature/send", FrontEnd.action("add"))
            let own = await a.until(id).snapshots
            #expect(own.map(\.origin) == ["client"])
            #expect(own.first?["cause"]?["request"]?.intValue == id)
            let others = await b.ask("ping").snapshots
            #expect(others.map(\.origin) == ["peer"])
            #expect(others.first?["cause"]?["request"] == nil)
            #expect(others.map(\.revision) == [2])
        }
    }

    @Test func anActionWithoutARequestNamesNone() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.notify("feature/send", FrontEnd.action("add"))
            let snapshots = await a.ask("ping").snapshots
            #expect(snapshots.map(\.origin) == ["client"])
            #expect(snapshots.first?["cause"]?["request"] == nil)
        }
    }

    @Test func attachingNeedsTheSameFeatureAndParams() async throws {
        let other = Twin.registration
        try await withHost(Catalog([Probe.registration, other])) { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            #expect(await b.answer("feature/open", #"{"feature":"twin","instance":"p"}"#).errorCode == -32602)
            #expect(await b.open(more: #","params":{"x":1}"#).errorCode == -32602)
            #expect(await b.open(more: #","params":[]"#).errorCode == nil)
        }
    }

    @Test func closingTellsEverybody() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await b.open()
            await a.act("add")
            for front in [a, b] {
                let frames =
                    front.number == a.number
                    ? await a.ask("feature/close", #"{"instance":"p"}"#) : await b.ask("ping")
                let closed = frames.compactMap { $0.params(of: "state/closed") }
                #expect(closed.map(\.description) == [#"{"instance":"p","revision":1,"reason":"closed"}"#])
                // Only the answer follows the notification.
                #expect(frames.dropLast().last?.params(of: "state/closed") != nil)
            }
            #expect(await b.answer("feature/snapshot", #"{"instance":"p"}"#).errorCode == -31002)
        }
    }

    @Test func anInstanceLivesAsLongAsItHasASubscriber() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await b.answer("state/subscribe", #"{"instance":"p"}"#)
            let left = await a.ask("state/unsubscribe", #"{"instance":"p"}"#)
            #expect(left.count == 1)
            await b.act("add")
            #expect(await a.ask("ping").count == 1)
            await b.endInput()
            #expect(await b.untilEnd().isEmpty)
            #expect(await a.answer("feature/snapshot", #"{"instance":"p"}"#).errorCode == -31002)
        }
    }

    @Test func whatIsKeptLivesOn() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open(more: #","keep":true"#)
            await a.act("add")
            await a.endInput()
            _ = await a.untilEnd()
            #expect(await a.status == 0)
            let snapshot = await b.answer("feature/snapshot", #"{"instance":"p"}"#)["result"]
            #expect(snapshot?.revision == 1)
            #expect(snapshot?.origin == "peer")
            #expect(await b.open()["result"]?["revision"]?.intValue == 1)
        }
    }

    @Test func twoSubscriptionsOfOneSessionAreOne() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.answer("state/subscribe", #"{"instance":"p"}"#)
            await a.open()
            #expect(await a.act("add").snapshots.count == 1)
        }
    }

    @Test func theEndOfAnEffectIsARevision() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            let frames = await a.act("quiet", more: #","await":"settled""#)
            #expect(frames.snapshots.map(\.action) == ["quiet", "effectEnded"])
            #expect(frames.snapshots.map(\.origin) == ["client", "effect"])
            #expect(frames.snapshots.map(\.isSettled) == [false, true])
            #expect(frames.snapshots.first?["effects"]?.elements.count == 1)
            #expect(frames.last?["result"]?.description == #"{"revision":2,"settled":true}"#)
        }
    }

    // MARK: The end

    @Test(arguments: [(true, 0 as Int32), (false, 1 as Int32)])
    func exitEndsTheSession(isShutDown: Bool, status: Int32) async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.answer("ping")
            if isShutDown {
                await a.answer("shutdown")
                #expect(await a.answer("ping").errorCode == -32600)
            }
            await a.notify("exit")
            _ = await a.untilEnd()
            #expect(await a.status == status)
        }
    }

    @Test func theEndOfTheInputAnswersWhatWaits() async throws {
        try await withHost {
            $0.limits.drainMs = 1
        } _: { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("hang")
            let id = await a.begin("feature/settle", #"{"instance":"p","timeoutMs":3600000}"#)
            await a.endInput()
            let frames = await a.untilEnd()
            #expect(frames.map { $0["id"]?.intValue } == [id])
            #expect(frames.first?["result"]?.isSettled == false)
            #expect(await a.status == 0)
        }
    }

    @Test func oneSessionsEndLeavesTheOthersAlone() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await b.open()
            await a.notify("exit")
            _ = await a.untilEnd()
            #expect(await b.act("add").snapshots.map(\.revision) == [1])
        }
    }
}
