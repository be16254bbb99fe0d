import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

@Suite struct FlowOutputTests {
    // MARK: The top

    @Test func aResultIsThreeRevisionsThePagesThatOfTheOneUnderItAndThePop() throws {
        let flow = FlowDriver()
        let key = try flow.push("taken")
        let revision = flow.store.revision
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.causes(after: revision) == ["page submit", "page take", "flow pop"])
        #expect(flow.snapshots[revision + 1]["cause"]?["path"].list.last?.stringValue == flow.keys[0])
        #expect(flow.snapshots[revision + 1]["state"]?["stack"].list.last?["key"]?.stringValue == key)
        #expect(flow.snapshots[revision...].map { $0["settled"]?.boolValue } == [false, false, true])
        #expect(flow.routes == ["home"])
        #expect(flow.log() == ["started", #"take {"text":"x"}"#])
    }

    @Test func aPageThatIsOpenedOnAnotherHandsOnToThatOne() throws {
        let flow = FlowDriver()
        try flow.push("page")
        try flow.push("taken")
        try flow.page("open", #"{"id":"7"}"#)
        #expect(flow.routes == ["home", "page"])
        #expect(flow.log() == ["started", #"take {"id":"7"}"#])
        #expect(flow.log(below: 1) == ["started"])
    }

    @Test func aRefusedActionShowsAnErrorAndKeepsThePage() throws {
        let flow = FlowDriver()
        try flow.push("refused")
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.routes == ["home", "refused"])
        #expect(flow.errors == ["always"])
        #expect(flow.log(below: 1) == ["started"])
        flow.expectRefusal(.unavailable("notRetryable"), "retry")
    }

    @Test func cancelPopsWithoutAnAction() throws {
        for action in ["cancel", "discard"] {
            let flow = FlowDriver()
            try flow.push("taken")
            try flow.page(action)
            #expect(flow.routes == ["home"])
            #expect(flow.log() == ["started"])
        }
    }

    @Test func aResultThatNobodyTakesPopsAFormButNotAList() throws {
        let flow = FlowDriver()
        try flow.push("page")
        try flow.page("open", #"{"id":"7"}"#)
        #expect(flow.routes == ["home", "page"])
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.routes == ["home"])
        #expect(flow.status == "active")
    }

    @Test func whatIsUnderTheTopTakesNothingOff() throws {
        let flow = FlowDriver()
        try flow.push("taken")
        try flow.push("page")
        try flow.page("cancel", below: 1)
        try flow.page("submit", #"{"text":"x"}"#, below: 1)
        #expect(flow.routes == ["home", "taken", "page"])
        #expect(flow.log(below: 2) == ["started", #"take {"text":"x"}"#])
    }

    // MARK: The root

    @Test func aFormAsRootCompletesTheFlow() throws {
        let flow = FlowDriver()
        let revision = flow.store.revision
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.causes(after: revision) == ["page submit", "flow complete"])
        #expect(flow.status == "completed")
        #expect(flow.snapshot()["state"]?["output"]?["text"]?.stringValue == "x")
    }

    @Test func aFlowAsRootCompletesTheFlow() throws {
        let flow = FlowDriver(["inner": .init(feature: Self.inner())], root: "inner")
        try flow.page("complete", #"{"output":7}"#)
        #expect(flow.status == "completed")
        #expect(flow.snapshot()["state"]?["output"]?.intValue == 7)
    }

    @Test func cancelOfTheRootCancelsTheFlow() throws {
        let flow = FlowDriver()
        let revision = flow.store.revision
        try flow.page("cancel")
        #expect(flow.causes(after: revision) == ["page cancel", "flow cancel"])
        #expect(flow.status == "cancelled")
    }

    @Test func aListAsRootGoesOn() throws {
        let flow = FlowDriver()
        try flow.page("open", #"{"id":"7"}"#)
        #expect(flow.status == "active")
        #expect(flow.errors == [])
    }

    @Test func whatTheDeclarationDoesWithAnOutputComesFirst() throws {
        func push(_ route: String) throws -> ActionLink {
            ActionLink("push", params: JSONText(try JSONValue(parsing: #"{"route":"\#(route)"}"#)))
        }
        let flow = FlowDriver(
            outputs: ["submit": try push("page"), "openItem": try push("taken"), "cancel": try push("home")])
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.status == "active")
        #expect(flow.routes == ["home", "page"])
        // The route's feature is opened with the row and its values.
        try flow.send("popToRoot")
        try flow.page("open", #"{"id":"7"}"#)
        #expect(flow.routes == ["home", "taken"])
        #expect(flow.entry(1)?["params"] == (try JSONValue(parsing: #"{"id":"7","values":{"id":"7"}}"#)))
        try flow.page("cancel", below: 1)
        #expect(flow.status == "active")
        #expect(flow.routes == ["home", "taken", "home"])
    }

    @Test func anErrorGoesWhenTheActionSucceeds() throws {
        let flow = FlowDriver(["sometimes": .init(feature: Page.link(), onOutput: .init("take"))])
        try flow.push("page")
        try flow.push("refused")
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.errors == ["always"])
        try flow.send("pop")
        try flow.push("taken")
        try flow.page("submit", #"{"text":"x"}"#)
        // The errors of other actions stay.
        #expect(flow.errors == ["always"])
    }

    // MARK: Flows and sheets

    private static func inner() -> FeatureLink {
        FeatureLink("inner") { _, keys throws(ActionRefusal) in
            AnyFeature(
                Presenting(
                    Flow(FlowConfiguration(title: "Inner", root: "home", routes: FlowDriver.routes), keys: keys),
                    keys: keys), id: "inner", title: "Inner")
        }
    }

    private let sheet = ["presentation"]

    @Test func aFlowInASheetEndsTheSheet() throws {
        for (action, params) in [("complete", #"{"output":1}"#), ("cancel", "{}")] {
            let flow = FlowDriver(modals: ["flow": Modal(style: .fullScreen, feature: Self.inner())])
            try flow.send("present", #"{"modal":"flow"}"#)
            try flow.send("push", #"{"route":"page"}"#, at: sheet)
            let stack = (flow.snapshot(path: sheet)["state"]?["stack"]).list
            #expect(stack.count == 2)
            #expect(stack[1]["child"]?["state"]?["log"].list.map(\.stringValue) == ["started"])
            try flow.send(action, params, at: sheet)
            #expect(flow.snapshot()["presentation"]?.isNull == true)
            #expect(flow.status == "active")
        }
    }

    @Test func aResultInAFlowInASheetReachesThePresenter() throws {
        let push = ActionLink("push")
        let flow = FlowDriver(
            outputs: [:], modals: ["flow": Modal(style: .sheet, feature: Self.inner(), onOutput: push)])
        try flow.send("present", #"{"modal":"flow"}"#)
        // The output of the root becomes the output of the flow. The presenter's action `push` fails, because it lacks
        // a route.
        let root = flow.top(of: sheet)
        try flow.send("submit", #"{"text":"x"}"#, at: sheet + ["stack", root])
        #expect(flow.snapshot(path: sheet)["state"]?["status"]?.stringValue == "completed")
        #expect(flow.errors == ["invalidParams"])
        #expect(flow.snapshot()["presentation"]?.isNull == false)
    }

    @Test func aSheetOverAPageOfAFlowIsThatPages() throws {
        let modal = Modal(style: .sheet, feature: Page.link(), onOutput: .init("take"))
        let flow = FlowDriver(["sheets": .init(feature: Page.link(.init(modals: ["page": modal])))])
        let key = try flow.push("sheets")
        try flow.page("present", #"{"modal":"page"}"#)
        let path = ["stack", key, "presentation"]
        #expect(flow.entry(1)?["child"]?["presentation"]?["child"]?["feature"]?.stringValue == "page")
        try flow.send("submit", #"{"text":"x"}"#, at: path)
        #expect(flow.log() == ["started", #"take {"text":"x"}"#])
        // Popping the page closes the sheets over it.
        try flow.page("present", #"{"modal":"page"}"#)
        try flow.send("later", #"{"text":"late"}"#, at: path)
        try flow.send("pop")
        #expect(!flow.store.has(path: path))
        #expect(flow.store.activity.count == 0)
    }
}
