import FHHosting
import FHJSON
import FHWorkspaces
import Testing

/// A form about a row stays open until its edit is confirmed; the test provides the answers of the source.
@Suite struct HeldFormTests {
    private static let declared = #"""
        {"sources": {"rows": {"type": "client", "can": ["insert", "update", "delete"], "timeoutMs": 86400000}},
         "features": {
          "edit": {"kind": "form", "sections": [{"fields": [
           {"name": "title", "type": "text"}, {"name": "note", "type": "text"}]}]},
          "sheet": {"kind": "list", "source": "rows",
           "modals": {"edit": {"style": "sheet", "target": "activeItem", "feature": "edit", "onOutput": "updateItem"}}},
          "page": {"kind": "flow", "root": "list",
           "routes": {"edit": {"feature": "edit", "onOutput": "updateItem"}},
           "outputs": {"openItem": {"action": "push", "params": {"route": "edit"}}}},
          "list": {"kind": "list", "source": "rows"}}}
        """#

    /// The presentation of the form.
    enum Place: String, CaseIterable, Sendable {
        case sheet, page
    }

    /// The host, the client that answers for the source, and the place of the form.
    private struct Screen {
        let front: FrontEnd
        let place: Place
        var path: [String] = []

        func send(_ action: String, _ params: String = "{}", at path: [String] = []) async {
            let path = path.map { #""\#($0)""# }.joined(separator: ",")
            _ = await front.begin("feature/send", FrontEnd.action(action, params, #","path":[\#(path)]"#))
        }

        /// Returns the next request of the host.
        func asked(_ method: String) async -> JSONValue {
            await front.host.frames(front.number) { $0["method"]?.stringValue == method }.last ?? .null
        }

        func reply(_ request: JSONValue, _ member: String, _ value: String) async {
            let id = request["id"]?.intValue ?? -1
            await front.send(#"{"jsonrpc":"2.0","id":\#(id),"\#(member)":\#(value)}"#)
        }

        func snapshot() async -> JSONValue {
            await front.answer("feature/snapshot", #"{"instance":"p"}"#)["result"] ?? .null
        }

        /// Waits until nothing is pending and returns the snapshot.
        func settled() async -> JSONValue {
            await front.answer("feature/settle", #"{"instance":"p"}"#)
            return await snapshot()
        }

        /// Returns the state of the form; nil if it is closed.
        func form(in snapshot: JSONValue) -> JSONValue? {
            switch place {
            case .sheet: snapshot["presentation"]?["child"]?["state"]
            case .page: top(of: snapshot)?["route"] == .string("edit") ? top(of: snapshot)?["child"]?["state"] : nil
            }
        }

        func top(of snapshot: JSONValue) -> JSONValue? { snapshot["state"]?["stack"]?.elements.last }
    }

    /// Enters a title into the form about row 1 and submits the form; `body` receives the edit request to the source.
    private func submitted(
        _ place: Place, _ body: (Screen, _ update: JSONValue) async throws -> Void
    ) async throws {
        let workspace = try workspace(Self.declared)
        try await withHost(Catalog(workspace.features, clientSources: workspace.clientSources)) { host in
            let front = await host.frontEnd()
            await front.answer("initialize", #"{"capabilities":{"sources":["rows"]}}"#)
            var screen = Screen(front: front, place: place)
            _ = await front.begin("feature/open", #"{"feature":"\#(place)","instance":"p"}"#)
            await screen.reply(
                await screen.asked("source/fetch"), "result",
                #"{"items":[{"id":"1","title":"Boat","note":"moored"}],"versions":{"1":"v1"},"endReached":true}"#)
            var snapshot = await screen.settled()
            switch place {
            case .sheet:
                await screen.send("setActive", #"{"id":"1"}"#)
                await screen.send("present", #"{"modal":"edit"}"#)
                screen.path = ["presentation"]
            case .page:
                let root = screen.top(of: snapshot)?["key"]?.stringValue ?? ""
                await screen.send("openItem", #"{"id":"1"}"#, at: ["stack", root])
                snapshot = await screen.settled()
                screen.path = ["stack", screen.top(of: snapshot)?["key"]?.stringValue ?? ""]
            }
            await screen.send("setValue", #"{"path":"/title","value":"Raft"}"#, at: screen.path)
            await screen.send("submit", at: screen.path)
            let update = await screen.asked("source/update")
            #expect(update["params"]?["patch"] == json(#"{"title":"Raft"}"#))
            #expect(update["params"]?["ifVersion"] == .string("v1"))
            let form = try #require(screen.form(in: await screen.snapshot()))
            #expect(form["status"] == .string("submitting"))
            try await body(screen, update)
        }
    }

    private func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    private func field(_ form: JSONValue, _ path: String = "/title") -> JSONValue { form["fields"]?[path] ?? .null }

    @Test(arguments: Place.allCases)
    func itGoesWhenTheSourceHasTakenTheEdit(place: Place) async throws {
        try await submitted(place) { screen, update in
            await screen.reply(
                update, "result", #"{"item":{"id":"1","title":"Raft","note":"moored"},"version":"v2"}"#)
            let snapshot = await screen.settled()
            #expect(screen.form(in: snapshot) == nil)
            #expect(snapshot["errors"]?.count == 0)
        }
    }

    @Test(arguments: Place.allCases)
    func aRefusalIsShownAtItsFieldAndCorrectedThere(place: Place) async throws {
        try await submitted(place) { screen, update in
            let mistakes = #"[{"path":"/title","code":"unique","message":"Another has it."}]"#
            await screen.reply(
                update, "error",
                #"{"code":-31009,"message":"no","data":{"code":"invalidValues","errors":\#(mistakes)}}"#)
            let form = try #require(screen.form(in: await screen.settled()))
            #expect(form["status"] == .string("editing") && field(form)["value"] == .string("Raft"))
            #expect(field(form)["messages"]?.elements.map { $0["code"] } == [.string("unique")])
            #expect(form["focus"]?["path"] == .string("/title"))
            await screen.send("setValue", #"{"path":"/title","value":"Ship"}"#, at: screen.path)
            await screen.send("submit", at: screen.path)
            let again = await screen.asked("source/update")
            #expect(again["params"]?["patch"]?["title"] == .string("Ship"))
            await screen.reply(again, "result", #"{"item":{"id":"1","title":"Ship","note":"moored"},"version":"v2"}"#)
            #expect(screen.form(in: await screen.settled()) == nil)
        }
    }

    @Test(arguments: Place.allCases)
    func aFailureKeepsTheFormWithItsValues(place: Place) async throws {
        try await submitted(place) { screen, update in
            await screen.reply(update, "error", #"{"code":-31009,"message":"The disk is full."}"#)
            let form = try #require(screen.form(in: await screen.settled()))
            #expect(form["status"] == .string("failed") && field(form)["value"] == .string("Raft"))
        }
    }

    @Test(arguments: Place.allCases)
    func aChangeOfTheSameMemberIsAConflictInTheForm(place: Place) async throws {
        try await submitted(place) { screen, update in
            let now = #"{"code":"conflict","item":{"id":"1","title":"Ship","note":"moored"},"version":"v7"}"#
            await screen.reply(update, "error", #"{"code":-31009,"message":"changed","data":\#(now)}"#)
            let form = try #require(screen.form(in: await screen.settled()))
            #expect(form["conflicts"]?.elements.compactMap(\.stringValue) == ["/title"])
            #expect(field(form)["conflict"] == json(#"{"base":"Boat","theirs":"Ship"}"#))
            await screen.send("keepMine", at: screen.path)
            await screen.send("submit", at: screen.path)
            let again = await screen.asked("source/update")
            #expect(again["params"]?["patch"] == json(#"{"title":"Raft"}"#))
            #expect(again["params"]?["ifVersion"] == .string("v7"))
            await screen.reply(again, "result", #"{"item":{"id":"1","title":"Raft","note":"moored"},"version":"v8"}"#)
            #expect(screen.form(in: await screen.settled()) == nil)
        }
    }

    @Test(arguments: Place.allCases)
    func aChangeOfAnotherMemberIsMergedAndTheEditTriedAgain(place: Place) async throws {
        try await submitted(place) { screen, update in
            let now = #"{"code":"conflict","item":{"id":"1","title":"Boat","note":"at sea"},"version":"v7"}"#
            await screen.reply(update, "error", #"{"code":-31009,"message":"changed","data":\#(now)}"#)
            let again = await screen.asked("source/update")
            #expect(again["params"]?["patch"] == json(#"{"title":"Raft"}"#))
            #expect(again["params"]?["ifVersion"] == .string("v7"))
            await screen.reply(again, "result", #"{"item":{"id":"1","title":"Raft","note":"at sea"},"version":"v8"}"#)
            #expect(screen.form(in: await screen.settled()) == nil)
        }
    }
}
