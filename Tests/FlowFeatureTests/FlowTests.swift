import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

@Suite struct FlowTests {
    @Test func beginsWithItsRoot() {
        let flow = FlowDriver()
        let state = flow.snapshot()["state"]
        #expect(state?["title"]?.stringValue == "Walk")
        #expect(state?["steps"]?.isNull == true)
        #expect(state?["status"]?.stringValue == "active")
        #expect(state?["output"]?.isNull == true)
        #expect(flow.routes == ["home"])
        #expect(flow.log() == ["started"])
        #expect(flow.causes == ["page note"])
        #expect(flow.snapshot()["unavailable"]?["pop"]?.stringValue == "atRoot")
    }

    @Test func pushOpensARouteOnTopWhichStartsInARevisionOfItsOwn() throws {
        let flow = FlowDriver()
        try flow.send("push", #"{"route":"page","params":{"a":1}}"#)
        #expect(flow.routes == ["home", "page"])
        #expect(flow.entry(1)?["params"] == (try JSONValue(parsing: #"{"a":1}"#)))
        #expect(flow.entry(1)?["title"]?.stringValue == "Page")
        #expect(flow.entry(0)?["child"] == nil)
        #expect(flow.entry(1)?["child"]?["kind"]?.stringValue == "view")
        #expect(flow.causes(after: 1) == ["flow push", "page note"])
        #expect(flow.snapshot()["unavailable"]?["pop"] == nil)
        #expect(flow.log(below: 1) == ["started"])
    }

    @Test func aRoutesParamsComeUnderThoseOfThePush() throws {
        let params = try JSONText(JSONValue(parsing: #"{"a":"route","b":"route"}"#))
        let flow = FlowDriver(["given": .init(feature: Page.link(), params: params)])
        try flow.send("push", #"{"route":"given","params":{"b":"push"}}"#)
        #expect(flow.entry(1)?["params"] == (try JSONValue(parsing: #"{"a":"route","b":"push"}"#)))
    }

    @Test func popTakesOffSoManyAndCancelsTheirEffectsInTheSameRevision() throws {
        let flow = FlowDriver()
        for _ in 0..<3 {
            try flow.push()
            try flow.page("later", #"{"text":"late"}"#)
        }
        try flow.page("later", #"{"text":"kept"}"#, below: 3)
        try flow.send("pop", #"{"count":2}"#)
        #expect(flow.keys.count == 2)
        #expect(flow.snapshot()["cause"]?["cancelled"].list.count == 2)
        try flow.send("pop")
        #expect(flow.keys.count == 1)
        flow.clock.advance(by: 10)
        #expect(flow.log() == ["started", "kept"])
        #expect(flow.store.activity.count == 0)
    }

    @Test func popToTakesOffWhatIsAbove() throws {
        let flow = FlowDriver()
        let first = try flow.push()
        try flow.push()
        let top = try flow.push()
        try flow.send("popTo", #"{"key":"\#(top)"}"#)
        #expect(flow.keys.count == 4)
        try flow.send("popTo", #"{"key":"\#(first)"}"#)
        #expect(flow.keys.last == first)
        flow.expectRefusal(.unavailable("gone"), "popTo", #"{"key":"\#(top)"}"#)
        try flow.send("popTo", #"{"key":"\#(flow.keys[0])"}"#)
        #expect(flow.routes == ["home"])
    }

    @Test func popToRootLeavesTheRoot() throws {
        let flow = FlowDriver()
        for _ in 0..<3 { try flow.push() }
        try flow.send("popToRoot")
        #expect(flow.routes == ["home"])
        #expect(flow.log() == ["started"])
        let revision = flow.store.revision
        try flow.send("popToRoot")
        #expect(flow.store.revision == revision + 1)
    }

    @Test func replaceMakesAnotherStack() throws {
        let flow = FlowDriver()
        try flow.push()
        let old = flow.keys
        let revision = flow.store.revision
        try flow.send("replace", #"{"routes":[{"route":"page","params":{"a":1}},{"route":"home"}]}"#)
        #expect(flow.routes == ["page", "home"])
        #expect(flow.entry(0)?["params"] == (try JSONValue(parsing: #"{"a":1}"#)))
        #expect(Set(old).isDisjoint(with: flow.keys))
        #expect(flow.causes(after: revision) == ["flow replace", "page note", "page note"])
        // The new root can't be popped.
        try flow.send("pop")
        flow.expectRefusal(.unavailable("atRoot"), "pop")
    }

    @Test func keysAreNeverUsedTwiceAlsoAfterAReset() throws {
        let flow = FlowDriver(modals: ["say": Modal(style: .alert, title: "Well")])
        var keys = flow.keys
        for _ in 0..<3 {
            keys.append(try flow.push())
            try flow.send("present", #"{"modal":"say"}"#)
            keys.append(flow.snapshot()["presentation"]?["key"]?.stringValue ?? "")
            try flow.send("pop")
            keys.append(try flow.push())
            try flow.send("reset")
            keys += flow.keys
        }
        #expect(Set(keys).count == keys.count)
    }

    @Test func aResetBeginsAnewWithTheRootWhichStarts() throws {
        let flow = FlowDriver()
        try flow.push()
        try flow.send("cancel")
        let revision = flow.store.revision
        try flow.send("reset")
        #expect(flow.routes == ["home"])
        #expect(flow.status == "active")
        #expect(flow.log() == ["started"])
        #expect(flow.causes(after: revision) == ["flow reset", "page note"])
    }

    @Test func aPageUnderTheTopThatSavesKeepsTheFlowAlive() throws {
        let flow = FlowDriver()
        try flow.push()
        try flow.page("setSaving", #"{"isSaving":true}"#, below: 1)
        #expect(flow.store.isSaving)
        try flow.page("setSaving", #"{"isSaving":false}"#, below: 1)
        #expect(!flow.store.isSaving)
    }

    // MARK: Ends

    @Test func completeEndsItWithAnOutput() throws {
        let flow = FlowDriver()
        try flow.push()
        try flow.send("complete", #"{"output":[1]}"#)
        #expect(flow.status == "completed")
        #expect(flow.snapshot()["state"]?["output"] == (try JSONValue(parsing: "[1]")))
        #expect(flow.routes == ["home", "page"])
    }

    @Test(arguments: ["complete", "cancel"])
    func aFlowThatHasEndedRefusesEverythingOfItsOwn(end: String) throws {
        let flow = FlowDriver()
        let key = try flow.push()
        try flow.send(end)
        let actions = [
            "push": #"{"route":"page"}"#, "pop": "{}", "popTo": #"{"key":"\#(key)"}"#, "popToRoot": "{}",
            "replace": #"{"routes":[{"route":"page"}]}"#, "complete": "{}", "cancel": "{}",
        ]
        for (action, params) in actions {
            #expect(flow.snapshot()["unavailable"]?[action]?.stringValue == "ended")
            flow.expectRefusal(.unavailable("ended"), action, params)
        }
    }

    @Test func aPageOfAFlowThatHasEndedEndsItNoMore() throws {
        let flow = FlowDriver()
        try flow.send("complete", #"{"output":"first"}"#)
        try flow.page("cancel")
        try flow.page("submit", #"{"text":"second"}"#)
        #expect(flow.status == "completed")
        #expect(flow.snapshot()["state"]?["output"]?.stringValue == "first")
        try flow.page("note", #"{"text":"alive"}"#)
        #expect(flow.log().last == "alive")
    }

    // MARK: Refusals

    private func unknown(_ path: String, _ route: String) -> ActionRefusal {
        .invalidParams([
            .init(
                path: path, code: "unknown",
                message: "there is no route \(route). Known: home, page, refused, taken")
        ])
    }

    @Test func aWrongRouteIsNamedWhereItStands() throws {
        let flow = FlowDriver()
        let wrong = ActionRefusal.Field(path: "/wrong", code: "invalid", message: "is wrong")
        func wrongParams(_ path: String) -> ActionRefusal {
            .invalidParams([.init(path: path + wrong.path, code: wrong.code, message: wrong.message)])
        }
        flow.expectRefusal(unknown("/route", "x"), "push", #"{"route":"x"}"#)
        flow.expectRefusal(wrongParams("/params"), "push", #"{"route":"page","params":{"wrong":1}}"#)
        flow.expectRefusal(
            unknown("/routes/1/route", "x"), "replace", #"{"routes":[{"route":"page"},{"route":"x"}]}"#)
        flow.expectRefusal(
            wrongParams("/routes/1/params"), "replace",
            #"{"routes":[{"route":"page"},{"route":"page","params":{"wrong":1}}]}"#)
        flow.expectRefusal(
            .invalidParams([.init(path: "/routes", code: "invalid", message: "holds at least one route")]), "replace",
            #"{"routes":[]}"#)
    }

    @Test func theRootIsNeverPopped() throws {
        let flow = FlowDriver()
        flow.expectRefusal(.unavailable("atRoot"), "pop")
        try flow.push()
        flow.expectRefusal(.unavailable("atRoot"), "pop", #"{"count":2}"#)
        for count in [0, -1] {
            flow.expectRefusal(
                .invalidParams([.init(path: "/count", code: "invalid", message: "is 1 or more, not \(count)")]), "pop",
                #"{"count":\#(count)}"#)
        }
        #expect(flow.keys.count == 2)
    }

    @Test func aRootThatCanNotBeMadeLeavesAFlowThatDoesNothing() throws {
        let params = try JSONText(JSONValue(parsing: #"{"wrong":1}"#))
        let flow = FlowDriver(["broken": .init(feature: Page.link(), params: params)], root: "broken")
        #expect(flow.stack.isEmpty)
        try flow.send("popToRoot")
        flow.expectRefusal(.unavailable("atRoot"), "pop")
        try flow.push()
        #expect(flow.routes == ["page"])
    }
}
