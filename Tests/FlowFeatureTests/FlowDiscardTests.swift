import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

@Suite struct FlowDiscardTests {
    /// Makes a flow of three pages; the page at the distance `dirty` from the top has unsaved changes.
    private func flow(dirty: Int = 0) throws -> FlowDriver {
        let flow = FlowDriver()
        try flow.push()
        try flow.push()
        try flow.page("setDirty", #"{"isDirty":true}"#, below: dirty)
        return flow
    }

    @Test func rule10EveryActionThatLosesChangesIsBlockedAndAppliedOnceConfirmed() throws {
        for action in ["pop", "popTo", "popToRoot", "replace", "cancel"] {
            let flow = try flow()
            let keys = flow.keys
            let params =
                switch action {
                case "popTo": #"{"key":"\#(keys[0])"}"#
                case "replace": #"{"routes":[{"route":"home"}]}"#
                default: "{}"
                }
            let revision = flow.store.revision
            try flow.send(action, params)
            #expect(flow.store.revision == revision + 1)
            #expect(flow.blocked == "\(action) by stack/\(keys[2])")
            #expect(flow.keys == keys)
            #expect(flow.status == "active")
            try flow.send("confirmDiscard")
            #expect(flow.blocked == nil)
            if action == "cancel" {
                #expect(flow.status == "cancelled")
            } else {
                #expect(flow.keys.count < 3)
            }
            flow.expectRefusal(.unavailable("notBlocked"), "confirmDiscard")
        }
    }

    /// An unavailable action is refused as unavailable, even if its params are invalid too.
    @Test func whereNothingIsBlockedThatComesBeforeUnknownParams() throws {
        let flow = try flow()
        for action in ["confirmDiscard", "keepEditing"] {
            flow.expectRefusal(.unavailable("notBlocked"), action, #"{"force":true}"#)
        }
        try flow.send("pop")
        #expect(flow.blocked != nil)
        #expect(throws: ActionRefusal.self) { try flow.send("keepEditing", #"{"force":true}"#) }
        #expect(flow.blocked != nil)
    }

    @Test func whatStaysIsNoReason() throws {
        let flow = try flow(dirty: 1)
        try flow.send("pop")
        #expect(flow.blocked == nil)
        #expect(flow.keys.count == 2)
        try flow.send("push", #"{"route":"page"}"#)
        try flow.send("complete")
        #expect(flow.blocked == nil)
        #expect(flow.status == "completed")
    }

    @Test func aPushUnderWhichTheBlockedActionWouldLoseNothingForgetsIt() throws {
        let flow = try flow()
        try flow.send("pop")
        #expect(flow.blocked != nil)
        // The same action would now pop another page, so there is nothing to confirm.
        let key = try flow.push()
        #expect(flow.blocked == nil)
        flow.expectRefusal(.unavailable("notBlocked"), "confirmDiscard")
        #expect(flow.keys.last == key)
        try flow.send("pop")
        try flow.send("pop")
        #expect(flow.blocked == "pop by stack/\(flow.keys[2])")
    }

    @Test func aPushThatLeavesWhatIsBlockedAsItWasForgetsNothing() throws {
        let flow = try flow()
        try flow.send("popToRoot")
        try flow.push()
        #expect(flow.blocked == "popToRoot by stack/\(flow.keys[2])")
        try flow.send("confirmDiscard")
        #expect(flow.keys.count == 1)
    }

    @Test func changesUnderTheTopBlockWhatTakesThemOff() throws {
        let flow = try flow(dirty: 1)
        try flow.send("pop", #"{"count":2}"#)
        #expect(flow.blocked == "pop by stack/\(flow.keys[1])")
        try flow.send("keepEditing")
        #expect(flow.blocked == nil)
        #expect(flow.keys.count == 3)
    }

    @Test func theRootsChangesBlockCancellingAndReplacing() throws {
        for (action, params) in [("cancel", "{}"), ("replace", #"{"routes":[{"route":"page"}]}"#)] {
            let flow = try flow(dirty: 2)
            try flow.send("popToRoot")
            #expect(flow.keys.count == 1)
            try flow.send(action, params)
            #expect(flow.blocked == "\(action) by stack/\(flow.keys[0])")
        }
    }

    @Test func aFormThatIsCancelledIsPoppedWhenThatIsConfirmed() throws {
        let flow = try flow()
        let revision = flow.store.revision
        try flow.page("cancel")
        #expect(flow.causes(after: revision) == ["page cancel", "flow pop"])
        #expect(flow.blocked == "pop by stack/\(flow.keys[2])")
        try flow.send("confirmDiscard")
        #expect(flow.keys.count == 2)
        #expect(flow.blocked == nil)
    }

    @Test func aFormThatIsDiscardedIsNeverAskedAbout() throws {
        let flow = try flow()
        try flow.page("discard")
        #expect(flow.keys.count == 2)
        #expect(flow.blocked == nil)
        try flow.send("popToRoot")
        try flow.page("setDirty", #"{"isDirty":true}"#)
        try flow.page("discard")
        #expect(flow.status == "cancelled")
    }

    @Test func aBlockIsForgottenWhenItLosesNothingAnyMore() throws {
        let ways: [(FlowDriver) throws -> Void] = [
            { try $0.page("setDirty", #"{"isDirty":false}"#) },
            { try $0.page("reset") },
            // The page with the changes is no longer on top.
            { try $0.push() },
            { try $0.send("complete") },
            { try $0.send("reset") },
        ]
        for way in ways {
            let flow = try flow()
            try flow.send("pop")
            #expect(flow.blocked != nil)
            try way(flow)
            #expect(flow.blocked == nil)
            flow.expectRefusal(.unavailable("notBlocked"), "confirmDiscard")
        }
    }

    @Test func whatBlocksIsWhatWouldBeLostNow() throws {
        let ways: [(FlowDriver) throws -> Void] = [
            { try $0.page("setDirty", #"{"isDirty":false}"#) },
            { try $0.page("reset") },
            // The page with the changes is removed.
            { try $0.page("discard") },
        ]
        for way in ways {
            let flow = try flow()
            try flow.page("setDirty", #"{"isDirty":true}"#, below: 1)
            let keys = flow.keys
            try flow.send("popToRoot")
            #expect(flow.blocked == "popToRoot by stack/\(keys[2])")
            try way(flow)
            #expect(flow.blocked == "popToRoot by stack/\(keys[1])")
            try flow.send("confirmDiscard")
            #expect(flow.keys == [keys[0]])
        }
    }

    @Test func whatCouldNotBeDoneAnyMoreIsRefusedWhenItIsConfirmed() throws {
        let flow = try flow(dirty: 1)
        try flow.send("pop", #"{"count":2}"#)
        try flow.page("discard")
        #expect(flow.keys.count == 2)
        #expect(flow.blocked != nil)
        flow.expectRefusal(.unavailable("atRoot"), "confirmDiscard")
        try flow.send("keepEditing")
        #expect(flow.blocked == nil)
    }

    @Test func aFlowInASheetBlocksItsDismissalAndItsOwnCancel() throws {
        let inner = FeatureLink("inner") { _, keys throws(ActionRefusal) in
            AnyFeature(
                Presenting(
                    Flow(FlowConfiguration(title: "Inner", root: "home", routes: FlowDriver.routes), keys: keys),
                    keys: keys))
        }
        let flow = FlowDriver(modals: ["flow": Modal(style: .sheet, feature: inner)])
        let sheet = ["presentation"]
        try flow.send("present", #"{"modal":"flow"}"#)
        try flow.send("push", #"{"route":"page"}"#, at: sheet)
        let page = flow.top(of: sheet)
        try flow.send("setDirty", #"{"isDirty":true}"#, at: sheet + ["stack", page])
        let key = flow.snapshot()["presentation"]?["key"]?.stringValue ?? ""
        try flow.send("dismiss", #"{"key":"\#(key)"}"#)
        #expect(flow.blocked == "dismiss by presentation/stack/\(page)")
        try flow.send("keepEditing")

        try flow.send("cancel", at: sheet)
        #expect(flow.blocked == "cancel by presentation/stack/\(page)")
        try flow.send("confirmDiscard", at: sheet)
        // The flow has already requested a confirmation, so its presenter requests none.
        #expect(flow.snapshot()["presentation"]?.isNull == true)
        #expect(flow.blocked == nil)
    }
}
