import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Modals, toolbars and outputs declared in workspaces.
@Suite struct WorkspacePresentationTests {
    private func text(_ members: [String]) -> String {
        let lists = members.enumerated().map { "\"f\($0)\": {\"kind\": \"list\", \"source\": \"ok\", \($1)}" }
        return #"{"sources":{"ok":{"type":"inline","rows":[{"id":"1","t":"x"}]}},"#
            + #""features":{"form":{"kind":"form","sections":[]},"# + "\n" + lists.joined(separator: ",\n") + "}}"
    }

    private func modal(_ members: String) -> String { #""modals": {"m": {\#(members)}}"# }

    @Test func allOfThemMayBeDeclared() {
        let members = #"""
            "modals": {
              "new": {"style": "sheet", "title": "New", "message": "M", "feature": "form", "params": {"values": {}},
                      "onOutput": "insertItem", "dismissible": false},
              "edit": {"style": "fullScreen", "feature": "form", "target": "activeItem",
                       "onOutput": {"action": "updateItem"}, "dismissible": "unchanged"},
              "self": {"style": "popover", "feature": "f0"},
              "pick": {"style": "sheet", "feature": "f0",
                       "onOutput": {"action": "updateItem", "params": {"id": "1"}, "take": {"patch": "/value"}}},
              "rows": {"style": "confirmation", "title": {"one": "Delete {t}?", "other": "Delete {count} rows?"},
                       "message": "{{ {/t} }}", "target": "selection", "dependsOn": ["t", "/a/b"],
                       "buttons": [{"id": "a", "title": "A", "action": "deleteItems"}]},
              "ask": {"style": "confirmation", "title": "Delete?", "target": "activeItem",
                      "buttons": [{"id": "a", "title": "A", "role": "destructive", "action": "deleteItems"},
                                  {"id": "b", "title": "B", "role": "default", "action": "updateItem",
                                   "params": {"patch": {"t": "y"}}},
                                  {"id": "c", "title": "C", "role": "cancel"}]},
              "say": {"style": "alert", "title": "Well", "buttons": [{"id": "ok", "title": "OK"}]}
            },
            "toolbar": [{"action": "present", "params": {"modal": "new"}, "title": "Add", "role": "primary"},
                        {"action": "refresh", "title": "R", "role": "default"},
                        {"action": "reset", "title": "R", "role": "destructive"}],
            "outputs": {"openItem": {"action": "present", "params": {"modal": "edit"}}}
            """#
        #expect(mistakes(text([members])) == [])
    }

    @Test func eachMistakeOfAModalHasItsPlace() {
        let feature = #""feature": "form""#
        let question = #""style": "alert", "title": "T", "#
        let rows = #""style": "alert", "target": "selection", "buttons": [{"id": "a", "title": "A"}], "#
        let cases: [(members: String, pointer: String, words: String)] = [
            (feature, "", "lacks style: sheet, fullScreen, popover, alert, confirmation"),
            (#""style": "window", \#(feature)"#, "/style", "must be one of sheet"),
            (#""style": "sheet""#, "", "lacks feature: a sheet must contain one"),
            (#""style": "sheet", "feature": "none""#, "/feature", "there is no feature none; declared are: form, f0"),
            (#""style": "sheet", "feature": 7"#, "/feature", "must be a string"),
            (#""style": "sheet", \#(feature), "size": 7"#, "/size", "is not known here"),
            (#""style": "sheet", \#(feature), "params": []"#, "/params", "must be an object"),
            (#""style": "sheet", \#(feature), "params": {"values": 7}"#, "/params/values", "form can't be opened so"),
            (
                #""style": "sheet", \#(feature), "dismissible": "no""#, "/dismissible",
                "must be true, false or unchanged"
            ),
            (#""style": "sheet", \#(feature), "target": "rows""#, "/target", "must be one of activeItem, selection"),
            (#"\#(rows)"title": "Delete {t""#, "/title", "{t lacks its }; a brace itself is {{"),
            (#"\#(rows)"title": "Delete {t|byte}""#, "/title", "{t|byte} has no known format; known are number, by"),
            (#"\#(rows)"title": {"one": "{}", "other": "{count}"}"#, "/title/one", "{} names no member"),
            (#"\#(rows)"title": {"one": "A", "other": "{/~}"}"#, "/title/other", "{/~} is no JSON Pointer"),
            (#"\#(rows)"title": {"one": "A"}"#, "/title", "lacks other, a string"),
            (#"\#(rows)"title": {"one": "A", "other": "B", "few": "C"}"#, "/title/few", "is not known here"),
            (#"\#(rows)"title": "A", "message": 7"#, "/message", "must be a string, or an object of one and other"),
            (#"\#(rows)"title": "A", "dependsOn": "t""#, "/dependsOn", "must be an array"),
            (#"\#(rows)"title": "A", "dependsOn": [7]"#, "/dependsOn/0", "must be the name of a member"),
            (#"\#(rows)"title": "A", "dependsOn": [""]"#, "/dependsOn/0", "names no member"),
            (#"\#(rows)"title": "A", "dependsOn": ["t", "/~2"]"#, "/dependsOn/1", "is no JSON Pointer"),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A"}], "dependsOn": ["t"]"#, "/dependsOn",
                "is for a modal about rows, and this one has no target"
            ),
            (
                #""style": "alert", "title": {"one": "A", "other": "B"}, "buttons": [{"id": "a", "title": "A"}]"#,
                "/title", "is for a modal about rows, and this one has no target"
            ),
            (#""style": "sheet", \#(feature), "onOutput": 7"#, "/onOutput", "must be the name of an action"),
            (
                #""style": "sheet", \#(feature), "onOutput": "none""#, "/onOutput",
                "lists have no action none; they have"
            ),
            (#""style": "sheet", \#(feature), "onOutput": "updateItem""#, "/onOutput", "needs a row; name it"),
            (#""style": "sheet", \#(feature), "onOutput": "reset""#, "/onOutput", "lists have no action reset"),
            (#""style": "sheet", \#(feature), "onOutput": "moveActive""#, "/onOutput", "moveActive doesn't fit: /by"),
            (
                #""style": "sheet", \#(feature), "onOutput": {"action": "insertItem", "params": {"value": 7}}"#,
                "/onOutput/params/value", "insertItem doesn't fit: /value"
            ),
            (
                #""style": "sheet", \#(feature), "onOutput": {"action": "insertItem", "take": {"value": "value"}}"#,
                "/onOutput/take/value", "must be a place in {id, ids, value}, such as /id or /value/name"
            ),
            (
                #""style": "sheet", \#(feature), "onOutput": {"action": "insertItem", "take": {"value": "/row"}}"#,
                "/onOutput/take/value", "must be a place in {id, ids, value}"
            ),
            (
                #""style": "sheet", \#(feature), "onOutput": {"action": "insertItem", "take": {"what": "/value"}}"#,
                "/onOutput", "insertItem doesn't fit: /what it has no param what"
            ),
            (
                #""style": "sheet", \#(feature), "onOutput": {"action": "insertItem", "params": {"value": {}}, "take": {"value": "/value"}}"#,
                "/onOutput/take/value", "is among the params too"
            ),
            (#"\#(question)"buttons": []"#, "", "lacks buttons: the user needs one to answer"),
            (#""style": "alert", "buttons": [{"id": "a", "title": "A"}]"#, "", "lacks title, what the alert asks"),
            (
                #"\#(question)\#(feature), "buttons": [{"id": "a", "title": "A"}]"#, "/feature",
                "is for a sheet; alert only asks"
            ),
            (
                #"\#(question)"onOutput": "refresh", "buttons": [{"id": "a", "title": "A"}]"#, "/onOutput",
                "is for the output of a feature, and alert contains none"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A"}, {"id": "a", "title": "B"}]"#, "/buttons",
                "has the button a twice"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A"}, {"title": "A"}]"#, "/buttons/1",
                "lacks id, a string"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A"}, {"id": "b"}]"#, "/buttons/1",
                "lacks title, a string"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A", "role": "big"}]"#, "/buttons/0/role",
                "must be one of default, cancel, destructive"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A", "role": "destructive"}]"#, "/buttons/0/role",
                "destroys nothing: it lacks action"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A", "params": {}}]"#, "/buttons/0/params",
                "need an action, which is missing"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A", "action": "deleteItems"}]"#, "/buttons/0",
                "deleteItems doesn't fit: /ids"
            ),
            (
                #"\#(question)"target": "activeItem", "buttons": [{"id": "a", "title": "A", "action": "updateItem"}]"#,
                "/buttons/0", "updateItem doesn't fit: /patch"
            ),
            (
                #"\#(question)"buttons": [{"id": "a", "title": "A", "action": "none"}]"#, "/buttons/0/action",
                "lists have no action none"
            ),
        ]
        // If one workspace contains all errors, each is reported once, and no further ones.
        expect(
            cases.enumerated().map { .init("/features/f\($0)/modals/m\($1.pointer)", $0 + 2, $1.words) },
            in: text(cases.map { modal($0.members) }))
    }

    @Test func eachMistakeOfAToolbarAndOfOutputsHasItsPlace() {
        let cases: [(members: String, pointer: String, words: String)] = [
            (#""toolbar": {}"#, "/toolbar", "must be an array"),
            (#""toolbar": [7]"#, "/toolbar/0", "must be an object"),
            (#""toolbar": [{"title": "T"}]"#, "/toolbar/0", "lacks action, a string"),
            (#""toolbar": [{"action": "refresh"}]"#, "/toolbar/0", "lacks title, a string"),
            (#""toolbar": [{"action": "none", "title": "T"}]"#, "/toolbar/0/action", "lists have no action none"),
            (
                #""toolbar": [{"action": "refresh", "title": "T", "role": "big"}]"#, "/toolbar/0/role",
                "must be one of default, primary, destructive"
            ),
            (
                #""toolbar": [{"action": "refresh", "title": "T", "colour": "i"}]"#, "/toolbar/0/colour",
                "is not known here; known are action, params, title, role"
            ),
            (
                #""toolbar": [{"action": "present", "params": {"modal": "none"}, "title": "T"}]"#,
                "/toolbar/0/params/modal", "there is no modal none; none is declared"
            ),
            (#""toolbar": [{"action": "present", "title": "T"}]"#, "/toolbar/0", "present doesn't fit: /modal"),
            (
                #""toolbar": [{"action": "select", "params": {"id": 7}, "title": "T"}]"#, "/toolbar/0/params/id",
                "select doesn't fit: /id"
            ),
            (#""toolbar": [{"action": "setTaskId", "title": "T"}]"#, "/toolbar/0", "setTaskId doesn't fit: /id"),
            (#""outputs": []"#, "/outputs", "must be an object"),
            (#""outputs": {"openItem": {}}"#, "/outputs/openItem", "lacks action, a string"),
            (
                #""outputs": {"openItem": {"action": "none"}}"#, "/outputs/openItem/action",
                "lists have no action none"
            ),
            (
                #""outputs": {"openItem": {"action": "present", "params": {"modal": "none"}}}"#,
                "/outputs/openItem/params/modal", "there is no modal none"
            ),
            (
                #""outputs": {"openItem": {"action": "refresh", "title": "T"}}"#, "/outputs/openItem/title",
                "is not known here"
            ),
            (#""modals": []"#, "/modals", "must be an object"),
        ]
        expect(
            cases.enumerated().map { .init("/features/f\($0)\($1.pointer)", $0 + 2, $1.words) },
            in: text(cases.map(\.members)))
    }

    // MARK: Behaviour

    @Test func aListOpensItsRowInASheetAndTakesTheResult() async throws {
        let text = #"""
            {"sources": {"ok": {"type": "inline", "rows": [{"id": "1", "t": "x"}]}},
             "features": {
               "list": {"kind": "list", "source": "ok",
                        "outputs": {"openItem": {"action": "present", "params": {"modal": "edit"}}},
                        "modals": {"edit": {"style": "sheet", "feature": "form", "target": "activeItem",
                                            "onOutput": "updateItem"}}},
               "form": {"kind": "form", "sections": [{"fields": [{"name": "t", "type": "text"}]}]}}}
            """#
        try await withHost(Catalog(try workspace(text).features)) { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", #"{"feature":"list","instance":"p"}"#)
            func act(_ action: String, _ params: String, _ path: String = "[]") async -> [JSONValue] {
                await front.act(action, params, more: #","path":\#(path)"#).snapshots
            }
            let opened = await act("openItem", #"{"id":"1"}"#)
            #expect(opened.compactMap(\.action).prefix(2) == ["openItem", "present"])
            let form = opened.last?["presentation"]?["child"]
            #expect(form?["state"]?["fields"]?["/t"]?["value"]?.stringValue == "x")
            _ = await act("setValue", #"{"path":"/t","value":"y"}"#, #"["presentation"]"#)
            let done = await act("submit", "{}", #"["presentation"]"#)
            #expect(done.compactMap(\.action).prefix(3) == ["submit", "updateItem", "dismiss"])
            _ = await front.answer("feature/settle", #"{"instance":"p"}"#)
            let list = await front.answer("feature/snapshot", #"{"instance":"p"}"#)["result"]
            #expect(list?["presentation"]?.isNull == true)
            #expect(list?["state"]?["items"]?.elements.first?["value"]?["t"]?.stringValue == "y")
        }
    }

    @Test func aSubscriptionToASheetEndsWithItAlsoWhenAnotherFollows() async throws {
        let text = text([modal(#""style": "sheet", "feature": "form""#)])
        try await withHost(Catalog(try workspace(text).features)) { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", #"{"feature":"f0","instance":"p"}"#)
            await front.act("present", #"{"modal":"m"}"#)
            let answer = await front.answer("state/subscribe", #"{"instance":"p","path":["presentation"]}"#)
            #expect(answer["result"]?["snapshot"]?["feature"]?.stringValue == "form")
            let frames = await front.act("present", #"{"modal":"m","policy":"replace"}"#)
            #expect(frames.compactMap { $0.params(of: "state/closed")?["reason"]?.stringValue } == ["gone"])
            #expect(frames.snapshots.filter { $0["path"] != nil }.isEmpty)
        }
    }
}
