import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

/// The initial routes of a flow, and the pages that survive a replacement of the stack.
@Suite struct FlowRoutesTests {
    private func flow(_ params: String) throws -> FlowDriver {
        try FlowDriver(params: JSONValue(parsing: params))
    }

    @Test func opensWithAWholeStackWhoseFeaturesAllStart() throws {
        let flow = try flow(#"{"routes":[{"route":"home"},{"route":"page","params":{"a":1}},{"route":"taken"}]}"#)
        #expect(flow.routes == ["home", "page", "taken"])
        #expect(flow.entry(1)?["params"] == (try JSONValue(parsing: #"{"a":1}"#)))
        #expect((0...2).map { flow.log(below: $0) } == [["started"], ["started"], ["started"]])
        // The top page emits its output to the page below, as if it had been pushed.
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.routes == ["home", "page"])
        #expect(flow.log() == ["started", #"take {"text":"x"}"#])
    }

    @Test func theRootMayBeAnother() throws {
        #expect(try flow(#"{"routes":[{"route":"page"}]}"#).routes == ["page"])
        #expect(try flow(#"{"routes":null,"other":1}"#).routes == ["home"])
    }

    @Test(arguments: [
        (#"[]"#, "/routes", "invalid"), (#"[{"route":"none"}]"#, "/routes/0/route", "unknown"),
        (#"[{"route":"home"},{"route":"page","params":{"wrong":1}}]"#, "/routes/1/params/wrong", "invalid"),
        (#"[{"params":{}}]"#, "/routes/0/route", "required"), (#"7"#, "/routes", "type"),
    ])
    func aStackThatCanNotBeMadeIsRefused(routes: String, path: String, code: String) throws {
        let refusal = #expect(throws: ActionRefusal.self) { try flow(#"{"routes":\#(routes)}"#) }
        guard case .invalidParams(let fields) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(fields.map(\.path) == [path] && fields.map(\.code) == [code])
    }

    @Test func replaceLeavesWhatIsTheSameFromTheRootOn() throws {
        let flow = try flow(#"{"routes":[{"route":"home"},{"route":"page","params":{"a":1}},{"route":"page"}]}"#)
        let keys = flow.keys
        try flow.page("note", #"{"text":"kept"}"#, below: 1)
        try flow.page("setDirty", #"{"isDirty":true}"#, below: 1)
        try flow.page("later", #"{"text":"lost"}"#)
        try flow.send(
            "replace",
            #"{"routes":[{"route":"home"},{"route":"page","params":{"a":1}},{"route":"page","params":{"a":2}}]}"#)
        #expect(flow.keys.dropLast() == keys.dropLast() && flow.keys.last != keys.last)
        // No changes are lost, so no confirmation is required.
        #expect(flow.blocked == nil)
        #expect(flow.log(below: 1) == ["started", "kept"] && flow.log() == ["started"])
        #expect(flow.snapshots.compactMap { $0["cause"]?["cancelled"]?.elements.count }.max() == 1)
        // Params are compared by value, not by text.
        try flow.send("replace", #"{"routes":[{"route":"home"},{"route":"page","params":{"a":1.0}}]}"#)
        #expect(flow.keys == Array(keys.prefix(2)))
        // A shorter stack with the same beginning pops pages, and a stack with another root replaces the root.
        try flow.send("replace", #"{"routes":[{"route":"home"}]}"#)
        #expect(flow.blocked != nil)
        try flow.send("confirmDiscard")
        #expect(flow.keys == [keys[0]])
        try flow.send("replace", #"{"routes":[{"route":"home","params":{"a":1}}]}"#)
        #expect(flow.routes == ["home"] && flow.keys != [keys[0]])
    }

    @Test func aPageAboutARowComesOutOfItAndGoesBackIntoIt() throws {
        let flow = FlowDriver()
        let hint = try JSONValue(parsing: #"{"kind":"matchedGeometry","id":"7"}"#)
        try flow.send("push", #"{"route":"page","params":{"id":"7"}}"#)
        #expect(flow.snapshots.map { $0["animation"] }.contains(hint))
        try flow.send("pop")
        #expect(flow.snapshot()["animation"] == hint)
        // If two pages are popped together, the upper page does not come from a row that is visible afterwards.
        try flow.send("push", #"{"route":"page","params":{"id":"7"}}"#)
        try flow.push()
        try flow.send("pop", #"{"count":2}"#)
        #expect(flow.snapshot()["animation"]?.isNull == true)
    }
}
