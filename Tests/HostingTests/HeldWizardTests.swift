import FHHosting
import FHJSON
import FHWorkspaces
import Testing

/// A flow about a row stays open until its edit is confirmed; the test provides the answers of the source.
@Suite struct HeldWizardTests {
    private static let declared = #"""
        {"sources": {"rows": {"type": "client", "can": ["insert", "update", "delete"], "timeoutMs": 86400000}},
         "features": {
          "title": {"kind": "form", "sections": [{"fields": [{"name": "title", "type": "text"}]}]},
          "note": {"kind": "form", "sections": [{"fields": [{"name": "note", "type": "text"}]}]},
          "edit": {"kind": "flow", "output": "merged",
           "steps": [{"id": "title", "feature": "title"}, {"id": "note", "feature": "note"}]},
          "list": {"kind": "list", "source": "rows",
           "modals": {"edit": {"style": "sheet", "target": "activeItem", "feature": "edit", "onOutput": "updateItem"}}}
         }}
        """#

    /// The host, and the client that answers for the source.
    private struct Screen {
        let front: FrontEnd

        func send(_ action: String, _ params: String = "{}", at path: [String] = ["presentation"]) async {
            let path = path.map { #""\#($0)""# }.joined(separator: ",")
            _ = await front.begin("feature/send", FrontEnd.action(action, params, #","path":[\#(path)]"#))
        }

        /// Enters a text in the shown step.
        func enter(_ field: String, _ text: String) async {
            let top = await snapshot()["presentation"]?["child"]?["state"]?["stack"]?.elements.last
            let key = top.flatMap { $0["key"]?.stringValue } ?? ""
            await send(
                "setValue", #"{"path":"/\#(field)","value":"\#(text)"}"#, at: ["presentation", "stack", key])
        }

        /// Returns the next request of the host.
        func asked(_ method: String) async -> JSONValue {
            await front.host.frames(front.number) { $0["method"]?.stringValue == method }.last ?? .null
        }

        func reply(_ request: JSONValue, _ member: String, _ value: String) async {
            let id = request["id"]?.intValue ?? -1
            await front.send(#"{"jsonrpc":"2.0","id":\#(id),"\#(member)":\#(value)}"#)
        }

        func refuse(_ request: JSONValue, _ row: String) async {
            let data = #"{"code":"conflict","item":\#(row),"version":"v7"}"#
            await reply(request, "error", #"{"code":-31009,"message":"changed","data":\#(data)}"#)
        }

        func snapshot() async -> JSONValue {
            await front.answer("feature/snapshot", #"{"instance":"p"}"#)["result"] ?? .null
        }

        /// Waits until nothing is pending and returns the state of the flow; nil if it is closed.
        func flow() async -> JSONValue? {
            await front.answer("feature/settle", #"{"instance":"p"}"#)
            let child = await snapshot()["presentation"]?["child"]
            return child?["kind"]?.stringValue == "flow" ? child : nil
        }
    }

    /// Completes both steps with another title; `body` receives the edit request to the source.
    private func submitted(_ body: (Screen, _ update: JSONValue) async throws -> Void) async throws {
        let workspace = try workspace(Self.declared)
        try await withHost(Catalog(workspace.features, clientSources: workspace.clientSources)) { host in
            let front = await host.frontEnd()
            let screen = Screen(front: front)
            await front.answer("initialize", #"{"capabilities":{"sources":["rows"]}}"#)
            _ = await front.begin("feature/open", #"{"feature":"list","instance":"p"}"#)
            await screen.reply(
                await screen.asked("source/fetch"), "result",
                #"{"items":[{"id":"1","title":"Boat","note":"moored"}],"versions":{"1":"v1"},"endReached":true}"#)
            _ = await screen.flow()
            await screen.send("setActive", #"{"id":"1"}"#, at: [])
            await screen.send("present", #"{"modal":"edit"}"#, at: [])
            await screen.enter("title", "Raft")
            await screen.send("next")
            await screen.send("next")
            let update = await screen.asked("source/update")
            #expect(update["params"]?["patch"] == json(#"{"title":"Raft"}"#))
            #expect(update["params"]?["ifVersion"] == .string("v1"))
            #expect(await screen.snapshot()["presentation"]?["child"]?["state"]?["status"] == .string("submitting"))
            try await body(screen, update)
        }
    }

    private func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    @Test func itGoesWhenTheSourceHasTakenTheEdit() async throws {
        try await submitted { screen, update in
            await screen.reply(
                update, "result", #"{"item":{"id":"1","title":"Raft","note":"moored"},"version":"v2"}"#)
            #expect(await screen.flow() == nil)
            #expect(await screen.snapshot()["errors"]?.count == 0)
        }
    }

    @Test func aRefusalKeepsTheAnswers() async throws {
        try await submitted { screen, update in
            await screen.reply(update, "error", #"{"code":-31009,"message":"The disk is full."}"#)
            let flow = try #require(await screen.flow())
            #expect(flow["state"]?["status"] == .string("active"))
            #expect(flow["errors"]?.elements.first?["message"] == .string("The disk is full."))
            #expect(await screen.snapshot()["errors"]?.count == 0, "it is not the list's as well")
            await screen.send("next")
            let again = await screen.asked("source/update")
            #expect(again["params"]?["patch"] == json(#"{"title":"Raft"}"#))
        }
    }

    @Test func aChangeOfTheSameMemberIsToldBeforeItIsOverwritten() async throws {
        try await submitted { screen, update in
            await screen.refuse(update, #"{"id":"1","title":"Ship","note":"moored"}"#)
            let flow = try #require(await screen.flow())
            let error = try #require(flow["errors"]?.elements.first)
            #expect(error["code"] == .string("conflict"))
            #expect(error["message"]?.stringValue?.contains(#"title, which is "Ship" now"#) == true)
            await screen.send("next")
            let again = await screen.asked("source/update")
            #expect(again["params"]?["patch"] == json(#"{"title":"Raft"}"#))
            #expect(again["params"]?["ifVersion"] == .string("v7"))
            await screen.reply(again, "result", #"{"item":{"id":"1","title":"Raft","note":"moored"},"version":"v8"}"#)
            #expect(await screen.flow() == nil)
        }
    }

    @Test func aChangeOfAnotherMemberIsMergedAndTheEditTriedAgain() async throws {
        try await submitted { screen, update in
            await screen.refuse(update, #"{"id":"1","title":"Boat","note":"at sea"}"#)
            let again = await screen.asked("source/update")
            #expect(again["params"]?["patch"] == json(#"{"title":"Raft"}"#))
            #expect(again["params"]?["ifVersion"] == .string("v7"))
            await screen.reply(again, "result", #"{"item":{"id":"1","title":"Raft","note":"at sea"},"version":"v8"}"#)
            #expect(await screen.flow() == nil)
        }
    }
}
