import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

@Suite struct FlowEndingTests {
    // MARK: Time

    @Test func aFlowEndsWhenItsTimeIsOver() throws {
        let flow = FlowDriver(timeoutMs: 1_000)
        try flow.page("setDirty", #"{"isDirty":true}"#)
        flow.clock.advance(by: 999)
        #expect(flow.status == "active")
        // A flow that waits for the user is settled.
        #expect(flow.snapshot()["settled"]?.boolValue == true)
        let revision = flow.store.revision
        flow.clock.advance(by: 1)
        // The unsaved changes require no confirmation.
        #expect(flow.blocked == nil)
        #expect(flow.status == "timedOut")
        #expect(flow.snapshot()["state"]?["output"]?.isNull == true)
        #expect(flow.causes(after: revision) == ["flow timedOut"])
        flow.expectRefusal(.unavailable("ended"), "complete")
    }

    @Test(arguments: ["complete", "cancel", #"fail {"message":"no"}"#])
    func aFlowThatHasEndedTimesOutNoMore(action: String) throws {
        let flow = FlowDriver(timeoutMs: 1_000)
        let words = action.split(separator: " ", maxSplits: 1).map(String.init)
        try flow.send(words[0], words.count > 1 ? words[1] : "{}")
        #expect(flow.snapshot()["effects"].list.isEmpty)
        let (status, revision) = (flow.status, flow.store.revision)
        flow.clock.advance(by: 1_000)
        #expect(flow.status == status)
        #expect(flow.store.revision == revision)
    }

    @Test func aFlowWhoseRootIsOutOfTimeIsOutOfTimeOnce() throws {
        let flow = FlowDriver(timeoutMs: 1_000)
        try flow.page("expire")
        #expect(flow.status == "timedOut")
        #expect(flow.snapshot()["effects"].list.isEmpty)
        let revision = flow.store.revision
        flow.clock.advance(by: 1_000)
        #expect(flow.store.revision == revision)
    }

    @Test func resetGivesItsTimeAnew() throws {
        let flow = FlowDriver(timeoutMs: 1_000)
        flow.clock.advance(by: 900)
        try flow.send("reset")
        flow.clock.advance(by: 999)
        #expect(flow.status == "active")
        flow.clock.advance(by: 1)
        #expect(flow.status == "timedOut")
        try flow.send("reset")
        #expect(flow.status == "active")
    }

    @Test func withoutATimeoutNothingRuns() throws {
        let flow = FlowDriver()
        #expect(flow.snapshot()["effects"].list.isEmpty)
        #expect(flow.causes == ["page note"])
    }

    // MARK: Failures

    @Test func failEndsItAndSaysWhy() throws {
        let flow = FlowDriver()
        try flow.page("setDirty", #"{"isDirty":true}"#)
        try flow.send("fail", #"{"message":"It is closed.","code":"closed"}"#)
        #expect(flow.status == "failed")
        #expect(flow.blocked == nil)
        let error = flow.snapshot()["errors"].list.first
        #expect(error?["code"]?.stringValue == "closed")
        #expect(error?["message"]?.stringValue == "It is closed.")
        #expect(error?["display"]?.stringValue == "fullScreen")
        #expect(error?["retryable"]?.boolValue == false)
        flow.expectRefusal(.unavailable("ended"), "fail", #"{"message":"again"}"#)
    }

    @Test func withoutACodeItHasFailed() throws {
        let flow = FlowDriver()
        try flow.send("fail", #"{"message":"It is closed."}"#)
        #expect(flow.errors == ["failed"])
    }

    @Test func aCodeIsAWordAsErrorsHaveIt() throws {
        let flow = FlowDriver()
        for code in ["", "Closed", "not found", "x1", "é"] {
            #expect {
                try flow.send("fail", #"{"message":"It is closed.","code":"\#(code)"}"#)
            } throws: { error in
                guard case .invalidParams(let fields)? = error as? ActionRefusal else { return false }
                return fields.map(\.path) == ["/code"]
            }
        }
        #expect(flow.status == "active")
    }

    @Test func aRootThatFailsOrIsOutOfTimeEndsTheFlowAlike() throws {
        for (action, params, status) in [("fail", #"{"code":"closed"}"#, "failed"), ("expire", "{}", "timedOut")] {
            let flow = FlowDriver()
            try flow.page(action, params)
            #expect(flow.status == status)
            #expect(flow.errors == (action == "fail" ? ["closed"] : []))
        }
    }

    @Test func aTopThatFailsIsTakenOffAndTheFlowSaysWhy() throws {
        let flow = FlowDriver()
        try flow.push()
        try flow.page("setDirty", #"{"isDirty":true}"#)
        try flow.page("fail", #"{"code":"closed"}"#)
        #expect(flow.routes == ["home"])
        #expect(flow.status == "active")
        #expect(flow.errors == ["closed"])
        try flow.push()
        try flow.page("expire")
        #expect(flow.routes == ["home"])
    }

    @Test func whatIsPresentedAndFailsIsTakenAwayAndItsPresenterSaysWhy() throws {
        let flow = FlowDriver(modals: ["page": Modal(style: .sheet, feature: Page.link())])
        for (action, params) in [("fail", #"{"code":"closed"}"#), ("expire", "{}")] {
            try flow.send("present", #"{"modal":"page"}"#)
            try flow.send(action, params, at: ["presentation"])
            #expect(flow.snapshot()["presentation"]?.isNull == true)
            #expect(flow.errors == ["closed"])
        }
    }
}
