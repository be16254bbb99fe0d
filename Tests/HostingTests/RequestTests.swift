import FHHosting
import FHJSON
import Testing

@testable import FHPeers

/// Requests that wait, exceed the maximum number, or are cancelled.
@Suite struct RequestTests {
    private let settle = #"{"instance":"p","timeoutMs":3600000}"#

    @Test func anIDInFlightCannotBeUsedAgain() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("waitForGate", #"{"text":"x"}"#)
            let id = await a.begin("feature/settle", settle)
            await a.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
            #expect(await a.until(id).last?.errorCode == -32600)
            // Another session may use the same id.
            let b = await host.frontEnd()
            await b.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
            #expect(await b.until(id).last?["result"]?.isNull == true)
            await a.notify("feature/send", FrontEnd.action("openGate", #"{"text":"y"}"#))
            #expect(await a.until(id).last?["result"]?.isSettled == true)
            await a.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
            #expect(await a.until(id).last?["result"]?.isNull == true)
        }
    }

    @Test func othersAreAnsweredWhileOneWaits() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("waitForGate", #"{"text":"x"}"#)
            let id = await a.begin("feature/settle", settle)
            #expect(await a.ask("ping").count == 1)
            await a.notify("feature/send", FrontEnd.action("openGate", #"{"text":"y"}"#))
            let frames = await a.until(id)
            #expect(frames.snapshots.map(\.revision) == [2, 3, 4])
            #expect(frames.snapshots.map(\.isSettled) == [false, false, true])
        }
    }

    @Test func aWaitCanBeCancelled() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("hang")
            let id = await a.begin("feature/settle", settle)
            await a.notify("$/cancelRequest", #"{"id":"\#(id)"}"#)
            #expect(await a.ask("ping").count == 1)
            await a.notify("$/cancelRequest", #"{"id":\#(id)}"#)
            let answer = await a.until(id)
            #expect(answer.count == 1)
            #expect(answer.last?.errorCode == -32800)
            #expect(answer.last?["error"]?["data"]?["kind"]?.stringValue == "requestCancelled")
            // Only the wait has ended; the effect continues.
            let snapshot = await a.answer("feature/snapshot", #"{"instance":"p"}"#)["result"]
            #expect(snapshot?.isSettled == false)
        }
    }

    @Test func oneSessionCannotCancelForAnother() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await a.act("hang")
            let id = await a.begin("feature/settle", settle)
            await b.notify("$/cancelRequest", #"{"id":\#(id)}"#)
            await b.answer("ping")
            #expect(await a.ask("ping").count == 1)
        }
    }

    @Test func aWaitOnWhatIsClosedFailsBeforeTheClosingIsAnswered() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("hang")
            let id = await a.begin("feature/settle", settle)
            let frames = await a.ask("feature/close", #"{"instance":"p"}"#)
            #expect(frames.map(\.errorCode) == [-31002, nil, nil])
            #expect(frames.first?["id"]?.intValue == id)
            #expect(frames.dropFirst().first?.params(of: "state/closed") != nil)
        }
    }

    // MARK: Batches

    @Test func aBatchWaitsForEachOfItsMembers() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("waitForGate", #"{"text":"x"}"#)
            await a.send(
                #"[{"jsonrpc":"2.0","id":"s","method":"feature/settle","params":{"instance":"p"}},"#
                    + #"{"jsonrpc":"2.0","method":"feature/send","params":\#(FrontEnd.action("add"))},"#
                    + #"{"jsonrpc":"2.0","id":"q","method":"ping"},7]"#)
            // Requests after the batch are answered, while those in the batch wait.
            let meanwhile = await a.ask("ping")
            #expect(meanwhile.count == 1)
            await a.notify("feature/send", FrontEnd.action("openGate", #"{"text":"y"}"#))
            let frames = await host.frames(a.number) { $0.isArray }
            let batch = try #require(frames.last)
            #expect(batch.elements.map { $0["id"]?.description } == [#""s""#, #""q""#, "null"])
            #expect(batch.elements.first?["result"]?.isSettled == true)
            #expect(batch.elements.last?.errorCode == -32600)
            // The action between them arrived after the wait.
            let snapshots = frames.snapshots
            #expect(snapshots.last?.action == "add")
            #expect(snapshots.dropLast().last?.isSettled == true)
        }
    }

    @Test func aBatchOfNotificationsIsNotAnswered() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            let add = #"{"jsonrpc":"2.0","method":"feature/send","params":\#(FrontEnd.action("add"))}"#
            await a.send("[\(add),\(add)]")
            let frames = await a.ask("ping")
            #expect(frames.snapshots.map(\.revision) == [1, 2])
            #expect(frames.count == 3)
        }
    }

    @Test func aCancelledMemberLetsTheBatchGoOn() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("hang")
            await a.send(
                #"[{"jsonrpc":"2.0","id":"s","method":"feature/settle","params":{"instance":"p"}},"#
                    + #"{"jsonrpc":"2.0","id":"q","method":"ping"}]"#)
            await a.notify("$/cancelRequest", #"{"id":"s"}"#)
            let batch = try #require(await host.frames(a.number) { $0.isArray }.last)
            #expect(batch.elements.map(\.errorCode) == [-32800, nil])
        }
    }

    // MARK: Limits

    @Test func tooManyInstancesAreRefused() async throws {
        try await withHost {
            $0.limits.maxInstances = 2
        } _: { host in
            let a = await host.frontEnd()
            await a.open()
            await a.answer("feature/open", #"{"feature":"probe","instance":"q"}"#)
            let refused = await a.answer("feature/open", #"{"feature":"probe","instance":"r"}"#)
            #expect(refused.errorCode == -31007)
            #expect(refused["error"]?["data"]?["kind"]?.stringValue == "busy")
            #expect(refused["error"]?["data"]?["retryable"]?.boolValue == true)
            // Attaching does not count as opening.
            #expect(await a.open().errorCode == nil)
            await a.answer("feature/close", #"{"instance":"q"}"#)
            #expect(await a.answer("feature/open", #"{"feature":"probe","instance":"r"}"#).errorCode == nil)
        }
    }

    @Test func tooManyWaitsAreRefused() async throws {
        try await withHost {
            $0.limits.maxInFlight = 2
        } _: { host in
            let a = await host.frontEnd()
            await a.open()
            await a.act("hang")
            let first = await a.begin("feature/settle", settle)
            _ = await a.begin("feature/settle", settle)
            #expect(await a.answer("feature/settle", settle).errorCode == -31007)
            await a.notify("$/cancelRequest", #"{"id":\#(first)}"#)
            #expect(await a.answer("ping").errorCode == nil)
        }
    }

    @Test func longFramesAreSkipped() async throws {
        try await withHost {
            $0.limits.maxFrameBytes = 100
        } _: { host in
            let a = await host.frontEnd()
            await a.send(
                #"{"jsonrpc":"2.0","id":77,"method":"ping","params":{"x":"\#(String(repeating: "x", count: 200))"}}"#)
            #expect(await a.until(77).last?.errorCode == -32700)
            #expect(await a.answer("ping").errorCode == nil)
        }
    }
}
