import FHHosting
import FHJSON
import FHWorkspaces
import Testing

@testable import FHPeers

/// `feature/run`: a dialog in one request.
@Suite struct RunTests {
    private static let dialogs = #"""
        {"sources": {
          "slow": {"type": "inline", "rows": []},
          "cities": {"type": "inline", "rows": [{"id": "osl", "name": "Oslo"}, {"id": "bgo", "name": "Bergen"}]}},
         "features": {
          "ask": {"kind": "form", "sections": [{"fields": [
            {"name": "name", "type": "text", "required": true}, {"name": "password", "type": "secure"}]}]},
          "cities": {"kind": "list", "source": "cities"},
          "walk": {"kind": "flow", "root": "ask"},
          "hurry": {"kind": "flow", "root": "ask", "timeoutMs": 1000}}}
        """#

    private func withFront(
        isClockVirtual: Bool = false, isSequential: Bool = false, _ body: (FrontEnd, TestHost) async throws -> Void
    ) async throws {
        let catalog = Catalog(try workspace(Self.dialogs).features)
        try await withHost(catalog) {
            $0.isClockVirtual = isClockVirtual
            $0.limits.drainMs = 50
        } _: { host in
            try await body(await host.frontEnd(isSequential: isSequential), host)
        }
    }

    /// Starts a run as the instance `p` and returns the id of the request.
    private func run(_ front: FrontEnd, _ feature: String = "ask", more: String = "") async -> Int {
        await front.begin("feature/run", #"{"feature":"\#(feature)","instance":"p"\#(more)}"#)
    }

    @discardableResult
    private func type(_ front: FrontEnd, _ name: String, at path: String = "[]") async -> [JSONValue] {
        await front.act("setValue", #"{"path":"/name","value":"\#(name)"}"#, more: #","path":\#(path)"#)
    }

    private func result(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    // MARK: Outcomes

    @Test func aFormThatIsSubmittedCompletesItWithItsValuesAndNoSecret() async throws {
        try await withFront { front, _ in
            let id = await run(front)
            let typed = await type(front, "Ada")
            #expect(typed.snapshots.map(\.revision) == [0, 1])
            await front.act("setSecret", #"{"path":"/password","value":"hunter2"}"#)
            let request = await front.begin("feature/send", FrontEnd.action("submit"))
            let frames = await front.until(id)
            #expect(frames.last?["result"] == result(#"{"outcome":"completed","output":{"name":"Ada"}}"#))
            // The last messages: a snapshot, the answer to its action, the end of the instance, and the outcome.
            #expect(frames.dropLast(3).allSatisfy { $0.snapshot != nil })
            #expect(frames.suffix(3).first?["id"]?.intValue == request)
            #expect(frames.suffix(2).first?.params(of: "state/closed")?["reason"]?.stringValue == "closed")
            #expect(await front.answer("feature/snapshot", #"{"instance":"p"}"#).errorCode == -31002)
        }
    }

    @Test func aRowThatIsOpenedCompletesItWithTheRow() async throws {
        try await withFront { front, _ in
            let id = await run(front, "cities")
            await front.answer("feature/settle", #"{"instance":"p"}"#)
            _ = await front.begin("feature/send", FrontEnd.action("openItem", #"{"id":"bgo"}"#))
            let expected = result(#"{"outcome":"completed","output":{"id":"bgo","name":"Bergen"}}"#)
            #expect(await front.until(id).last?["result"] == expected)
        }
    }

    @Test func aFlowEndsItWithItsOwnOutcome() async throws {
        let ends = [
            ("complete", #"{"output":[1]}"#, #"{"outcome":"completed","output":[1]}"#),
            ("cancel", "{}", #"{"outcome":"cancelled"}"#),
            (
                "fail", #"{"message":"It is closed.","code":"closed"}"#,
                #"{"outcome":"failed","error":{"code":"closed","message":"It is closed."}}"#
            ),
        ]
        for (action, params, expected) in ends {
            try await withFront { front, _ in
                let id = await run(front, "walk")
                _ = await front.begin("feature/send", FrontEnd.action(action, params))
                #expect(await front.until(id).last?["result"] == result(expected))
            }
        }
    }

    @Test func cancelEndsItAtOnceWhereNothingWasEntered() async throws {
        try await withFront { front, _ in
            let id = await run(front)
            _ = await front.begin("feature/send", FrontEnd.action("cancel"))
            #expect(await front.until(id).last?["result"] == result(#"{"outcome":"cancelled"}"#))
        }
    }

    @Test func rule10CancelAsksAboutUnsavedChangesAndEndsItOnceConfirmed() async throws {
        try await withFront { front, _ in
            let id = await run(front)
            await type(front, "Ada")
            let blocked = await front.act("cancel").snapshots.last?["blocked"]
            #expect(blocked == result(#"{"action":"cancel","path":[],"by":[],"reason":"unsavedChanges"}"#))
            #expect(await front.act("keepEditing").snapshots.last?["blocked"]?.isNull == true)
            await front.act("cancel")
            _ = await front.begin("feature/send", FrontEnd.action("confirmDiscard"))
            #expect(await front.until(id).last?["result"] == result(#"{"outcome":"cancelled"}"#))
        }
    }

    @Test func withoutARunAFormIsLeftWithoutAQuestion() async throws {
        try await withFront { front, _ in
            await front.answer("feature/open", #"{"feature":"ask","instance":"p"}"#)
            await type(front, "Ada")
            #expect(await front.act("cancel").snapshots.map { $0["blocked"]?.isNull } == [true])
        }
    }

    // MARK: Time

    @Test func itTimesOutOnTheHostsClock() async throws {
        try await withFront(isClockVirtual: true) { front, _ in
            let id = await run(front, more: #","timeoutMs":500"#)
            #expect(await front.ask("clock/advance", #"{"ms":499}"#).count == 2)
            let frames = await front.ask("clock/advance", #"{"ms":1}"#)
            #expect(frames.map { $0["method"]?.stringValue } == ["state/closed", nil, nil])
            #expect(frames.dropFirst().first?["id"]?.intValue == id)
            #expect(frames.dropFirst().first?["result"] == result(#"{"outcome":"timedOut"}"#))
        }
    }

    @Test func whatEndsInTimeTimesOutNoMore() async throws {
        try await withFront(isClockVirtual: true) { front, _ in
            let id = await run(front, more: #","timeoutMs":500"#)
            _ = await front.begin("feature/send", FrontEnd.action("cancel"))
            #expect(await front.until(id).last?["result"]?["outcome"]?.stringValue == "cancelled")
            #expect(await front.ask("clock/advance", #"{"ms":1000}"#).count == 1)
        }
    }

    @Test func aFlowThatIsOutOfTimeEndsIt() async throws {
        try await withFront(isClockVirtual: true) { front, _ in
            let id = await run(front, "hurry")
            let frames = await front.ask("clock/advance", #"{"ms":1000}"#)
            #expect(frames.snapshots.last?["state"]?["status"]?.stringValue == "timedOut")
            #expect(
                frames.first { $0["id"]?.intValue == id }?["result"] == result(#"{"outcome":"timedOut"}"#))
        }
    }

    // MARK: Ends without completion

    @Test func closingItIsCancellingIt() async throws {
        try await withFront { front, host in
            let other = await host.frontEnd()
            let id = await run(front)
            await front.answer("ping")
            #expect(await other.answer("feature/close", #"{"instance":"p"}"#)["result"]?.isNull == true)
            let frames = await front.until(id)
            #expect(frames.first?.params(of: "state/closed") != nil)
            #expect(frames.last?["result"] == result(#"{"outcome":"cancelled"}"#))
        }
    }

    @Test func theLastSubscriberThatLeavesCancelsIt() async throws {
        try await withFront { front, _ in
            let id = await run(front)
            _ = await front.begin("state/unsubscribe", #"{"instance":"p"}"#)
            #expect(await front.until(id).last?["result"] == result(#"{"outcome":"cancelled"}"#))
        }
    }

    @Test func aRunThatIsTakenBackClosesItsInstance() async throws {
        try await withFront { front, _ in
            let id = await run(front)
            await front.notify("$/cancelRequest", #"{"id":\#(id)}"#)
            let frames = await front.until(id)
            #expect(frames.last?.errorCode == -32800)
            #expect(frames.dropLast().last?.params(of: "state/closed") != nil)
            #expect(await front.answer("feature/settle", #"{"instance":"p"}"#).errorCode == -31002)
        }
    }

    @Test func theEndOfTheSessionEndsIt() async throws {
        try await withFront { front, host in
            let other = await host.frontEnd()
            let id = await run(front)
            await front.answer("ping")
            await front.endInput()
            #expect(await front.untilEnd().first { $0["id"]?.intValue == id }?.errorCode == -31009)
            #expect(await other.answer("feature/settle", #"{"instance":"p"}"#).errorCode == -31002)
        }
    }

    @Test func whoWaitsForItsLastActionIsAnsweredBeforeItIsClosed() async throws {
        try await withFront(isClockVirtual: true) { front, _ in
            let id = await run(front, "cities")
            // The rows are still loading.
            let wait = await front.begin(
                "feature/send", FrontEnd.action("reset", "{}", #","await":"settled""#))
            _ = await front.until(wait)
            _ = await front.begin("feature/send", FrontEnd.action("openItem", #"{"id":"osl"}"#, #","await":"settled""#))
            let frames = await front.until(id)
            #expect(frames.dropLast().dropLast().last?["result"]?["revision"] != nil)
            #expect(frames.last?["result"]?["outcome"]?.stringValue == "completed")
        }
    }

    // MARK: Instances

    @Test func anInstanceThatIsOpenStaysOpen() async throws {
        try await withFront { front, _ in
            await front.answer("feature/open", #"{"feature":"ask","instance":"p"}"#)
            let id = await run(front)
            // The client already has the newest snapshot, so the host does not send it again.
            #expect(await type(front, "Ada").snapshots.map(\.revision) == [1])
            _ = await front.begin("feature/send", FrontEnd.action("submit"))
            #expect(await front.until(id).last?["result"]?["outcome"]?.stringValue == "completed")
            #expect(await front.answer("feature/snapshot", #"{"instance":"p"}"#)["result"] != nil)
        }
    }

    @Test func twoWhoRunTheSameHearTheSame() async throws {
        try await withFront { front, host in
            let other = await host.frontEnd()
            let id = await run(front)
            await front.answer("ping")
            let second = await run(other)
            await other.answer("ping")
            await type(front, "Ada")
            _ = await front.begin("feature/send", FrontEnd.action("submit"))
            let expected = result(#"{"outcome":"completed","output":{"name":"Ada"}}"#)
            #expect(await front.until(id).last?["result"] == expected)
            #expect(await other.until(second).last?["result"] == expected)
        }
    }

    @Test func messagesBehindItAreHandledWhereEachWaitsForTheOneBefore() async throws {
        try await withFront(isSequential: true) { front, _ in
            let id = await run(front)
            #expect(await front.ask("ping").count == 2)
            _ = await front.begin("feature/send", FrontEnd.action("cancel"))
            #expect(await front.until(id).last?["result"]?["outcome"]?.stringValue == "cancelled")
        }
    }

    // MARK: Mistakes

    @Test func whatCannotBeOpenedCannotBeRun() async throws {
        try await withFront { front, _ in
            #expect(await front.answer("feature/run", #"{"feature":"nothing"}"#).errorCode == -31001)
            let wrong = [
                "{}", #"{"feature":"ask","timeoutMs":-1}"#, #"{"feature":"ask","params":1}"#,
                #"{"feature":"ask","instance":""}"#, #"{"feature":"ask","updates":"delta"}"#,
                #"{"feature":"ask","fixture":"none"}"#,
            ]
            for params in wrong { #expect(await front.answer("feature/run", params).errorCode == -32602) }
            #expect(await front.answer("host/inspect")["result"]?["instances"]?.elements.isEmpty == true)
        }
    }

    @Test func aNotificationRunsNothing() async throws {
        try await withFront { front, _ in
            await front.notify("feature/run", #"{"feature":"ask"}"#)
            #expect(await front.answer("host/inspect")["result"]?["instances"]?.elements.isEmpty == true)
        }
    }
}
