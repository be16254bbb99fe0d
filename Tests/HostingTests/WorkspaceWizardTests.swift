import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Flows with steps, declared in a workspace.
@Suite struct WorkspaceWizardTests {
    private func text(_ flows: String, _ sources: String = "") -> String {
        #"""
        {"sources": {"ok": {"type": "inline", "rows": [{"id": "1", "name": "One"}]}, "drafts": {"type": "inline", "rows": []}},
        "features": {"list": {"kind": "list", "source": "ok"},
        "who": {"kind": "form", "sections": [{"fields": [
            {"name": "fullName", "type": "text", "required": true}, {"name": "isCompany", "type": "toggle"},
            {"name": "pin", "type": "secure"}, {"name": "tags", "type": "multiPicker", "options": ["a", "b"]}]}]},
        "note": {"kind": "form", "sections": [{"fields": [{"name": "note", "type": "text"}]}]},

        """# + flows + "}}"
    }

    private let wizard = #"""
        "wizard": {"kind": "flow", "steps": [
            {"id": "who", "title": "Who?", "feature": "who"},
            {"id": "row", "feature": "list", "canSkip": true},
            {"id": "firmNote", "feature": "note", "when": {"field": "/who/isCompany", "equals": true}}
        ], "summary": true, "draft": {"source": "drafts"}}
        """#

    private func state(_ front: FrontEnd) async -> JSONValue? {
        await front.answer("feature/snapshot", #"{"instance":"w"}"#)["result"]?["state"]
    }

    private func send(_ action: String, _ params: String, at path: String = "[]", _ front: FrontEnd) async {
        let answer = await front.answer(
            "feature/send",
            #"{"instance":"w","path":\#(path),"action":"\#(action)","params":\#(params),"await":"settled"}"#)
        #expect(answer["error"] == nil, "\(action)")
    }

    private func top(_ front: FrontEnd) async -> String {
        let entry: JSONValue? = (await state(front))?["stack"]?.elements.last
        let key: String = entry?["key"]?.stringValue ?? ""
        return #"["stack","\#(key)"]"#
    }

    @Test func aWizardLeadsThroughItsStepsToAListOfTheAnswers() async throws {
        try await withHost(Catalog(try workspace(text(wizard)).features)) { host in
            let front = await host.frontEnd()
            _ = await front.answer("feature/open", #"{"feature":"wizard","instance":"w"}"#)
            #expect(
                (await state(front))?["steps"]?["way"]?.elements.map { $0["title"]?.stringValue } == [
                    "Who?", "Row", "Summary",
                ])
            await send(
                "setValues", #"{"values":{"fullName":"Ada","isCompany":true,"tags":["a","b"]}}"#, at: await top(front),
                front)
            await send("setSecret", #"{"path":"/pin","value":"hush"}"#, at: await top(front), front)
            await send("next", "{}", front)
            await send("skip", "{}", front)
            await send("setValue", #"{"path":"/note","value":"n"}"#, at: await top(front), front)
            await send("next", "{}", front)
            let shown = await state(front)
            let child = shown?["stack"]?.elements.last?["child"]
            #expect(child?["kind"]?.stringValue == "list")
            #expect(child?["feature"]?.stringValue == "wizard:summary")
            let items: [JSONValue] = (child?["state"]?["items"]?.elements).map { Array($0) } ?? []
            let rows = items.map { $0["value"] }
            #expect(
                rows.map { $0?["id"]?.stringValue } == [
                    "/who/fullName", "/who/isCompany", "/who/tags", "/firmNote/note",
                ])
            #expect(rows.map { $0?["name"]?.stringValue } == ["Full name", "Is company", "Tags", "Note"])
            #expect(rows.map { $0?["answer"]?.stringValue } == ["Ada", "Yes", "a, b", "n"])
            #expect(rows.map { $0?["title"]?.stringValue } == ["Who?", "Who?", "Who?", "Firm note"])
            let seen = try #require(shown).description
            #expect(!seen.contains("hush"))
            _ = await front.answer("feature/open", #"{"feature":"wizard","instance":"again"}"#)
            _ = await front.answer("feature/settle", #"{"instance":"again"}"#)
            let again = await front.answer("feature/snapshot", #"{"instance":"again"}"#)
            #expect(again["result"]?["state"]?["steps"]?["hasDraft"]?.boolValue == true)
            #expect(!again.description.contains("hush"))
            await send("openItem", #"{"id":"/who/tags"}"#, at: await top(front), front)
            #expect((await state(front))?["steps"]?["id"]?.stringValue == "who")
        }
    }

    @Test func aNamedSummaryIsOpenedWithTheAnswers() async throws {
        let wizard = #"""
            "all": {"kind": "form", "sections": [{"fields": [
                {"name": "n", "type": "group", "fields": [{"name": "note", "type": "text"}]}]}]},
            "wizard": {"kind": "flow", "steps": [{"id": "n", "feature": "note"}], "summary": "all", "output": "merged"}
            """#
        try await withHost(Catalog(try workspace(text(wizard)).features)) { host in
            let front = await host.frontEnd()
            _ = await front.answer("feature/open", #"{"feature":"wizard","instance":"w"}"#)
            await send("setValue", #"{"path":"/note","value":"x"}"#, at: await top(front), front)
            await send("next", "{}", front)
            let fields = (await state(front))?["stack"]?.elements.last?["child"]?["state"]?["fields"]
            #expect(fields?["/n/note"]?["value"]?.stringValue == "x")
            await send("next", "{}", front)
            let output = (await state(front))?["output"]
            #expect(output?.description == #"{"note":"x"}"#)
        }
    }

    @Test func eachMistakeOfAWizardHasItsPlace() {
        let noSteps = #""a": {"kind": "flow", "steps": []}"#
        expect([.init("/features/a/steps", 7, "holds at least one step")], in: text(noSteps))
        expect(
            [
                .init("/features/a/steps", 7, "must be an array"),
                .init("/features/b/steps/0", 8, "lacks id, a string"),
                .init("/features/b/steps/1", 8, "lacks feature, the name of one"),
                .init("/features/c/routes", 9, "is for a flow without steps"),
                .init("/features/d/steps/0/params/values/isCompany", 10, "who can't be opened so"),
                .init("/features/e/steps/0/feature", 11, "leads back to the flow itself (e → e)"),
                .init("/features/f/steps/0/when", 12, "there is none before the first step"),
                .init("/features/g/steps/0/when/equals", 13, "must be a string"),
                .init("/features/h/output", 14, "is for a flow with steps"),
                .init("/features/i/steps/0/id", 15, "a step's id is not empty"),
                .init("/features/j/summary", 16, "there is no feature none"),
            ],
            in: text(
                #"""
                "a": {"kind": "flow", "steps": {}},
                "b": {"kind": "flow", "steps": [{"feature": "note"}, {"id": "x"}]},
                "c": {"kind": "flow", "routes": {}, "steps": [{"id": "x", "feature": "note"}]},
                "d": {"kind": "flow", "steps": [{"id": "x", "feature": "who", "params": {"values": {"isCompany": 1}}}]},
                "e": {"kind": "flow", "steps": [{"id": "x", "feature": "e"}]},
                "f": {"kind": "flow", "steps": [{"id": "x", "feature": "note", "when": {"field": "/y", "empty": true}}]},
                "g": {"kind": "flow", "steps": [{"id": "x", "feature": "note", "when": {"field": "/x", "equals": []}}]},
                "h": {"kind": "flow", "root": "note", "output": "steps"},
                "i": {"kind": "flow", "steps": [{"id": "", "feature": "note"}]},
                "j": {"kind": "flow", "steps": [{"id": "x", "feature": "note"}], "summary": "none"}
                """#))
    }

    @Test func aFlowThatNoWayCompletesIsAMistake() {
        let again = #"{"id": "z", "feature": "note"}]}"#
        expect(
            [
                .init("/features/a/steps/1/feature", 7, "every way leads through a, which can't be completed before"),
                .init("/features/b/steps/1/feature", 8, "every way leads through c"),
                .init("/features/c/steps/1/feature", 9, "every way leads through b"),
                .init("/features/into/steps/0/feature", 10, "every way leads through c"),
            ],
            in: text(
                #"""
                "a": {"kind": "flow", "steps": [{"id": "x", "feature": "note"}, {"id": "y", "feature": "a"}], "summary": true},
                "b": {"kind": "flow", "steps": [{"id": "x", "feature": "note"}, {"id": "y", "feature": "c"}, \#(again),
                "c": {"kind": "flow", "steps": [{"id": "x", "feature": "note"}, {"id": "y", "feature": "b"}]},
                "into": {"kind": "flow", "steps": [{"id": "y", "feature": "c"}]},
                "skip": {"kind": "flow", "steps": [
                    {"id": "x", "feature": "note"}, {"id": "y", "feature": "skip", "canSkip": true}]},
                "when": {"kind": "flow", "steps": [
                    {"id": "x", "feature": "note"},
                    {"id": "y", "feature": "when", "when": {"field": "/x/note", "empty": false}}]},
                "past": {"kind": "flow", "steps": [
                    {"id": "x", "feature": "note", "next": [{"when": {"field": "/x/note", "empty": true}, "step": "z"}]},
                    {"id": "y", "feature": "past"}, \#(again),
                "end": {"kind": "flow", "summary": true, "steps": [
                    {"id": "x", "feature": "note", "next": [{"when": {"field": "/x/note", "empty": true}, "step": "summary"}]},
                    {"id": "y", "feature": "end"}]},
                "plain": {"kind": "flow", "root": "note", "routes": {"again": {"feature": "steps"}}},
                "steps": {"kind": "flow", "steps": [{"id": "x", "feature": "plain"}]}
                """#))
    }

    @Test func aStepThatNoWayLeadsToIsAMistake() {
        let steps = #"""
            "a": {"kind": "flow", "steps": [
                {"id": "x", "feature": "note", "next": [{"step": "z"}]},
                {"id": "y", "feature": "note"},
                {"id": "z", "feature": "note"}]},
            "b": {"kind": "flow", "steps": [
                {"id": "x", "feature": "note"},
                {"id": "w", "feature": "note", "when": {"field": "/x/note", "empty": true}, "next": [{"step": "z"}]},
                {"id": "y", "feature": "note"},
                {"id": "z", "feature": "note"}]}
            """#
        expect([.init("/features/a/steps/1", 9, "no branch leads to this step")], in: text(steps))
    }
}
