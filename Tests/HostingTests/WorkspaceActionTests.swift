import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Actions on rows that workspaces declare.
@Suite struct WorkspaceActionTests {
    private func text(_ actions: String, _ members: String = "") -> String {
        #"""
        {"sources":{"ok":{"type":"inline","rows":[{"id":"1","t":"x"}]},
        "run":{"type":"command","argv":["true"],"operations":{"kill":{"argv":["true"]},
        "tell":{"argv":["true","{input.how}","{input.how}","{id}"]}}}},
        "features":{"form":{"kind":"form","sections":[]},
        "about":{"kind":"list","source":"ok","params":{"row":{"type":"string","required":true}},
        "where":{"key":"id","equals":{"param":"row"}}},
        "f":{"kind":"list","source":"ok","selection":"multiple"\#(members),"actions":[\#(actions)]}}}
        """#
    }

    @Test func allMembersMayBeDeclared() throws {
        let actions = #"""
            {"id": "kill", "title": "Kill", "key": "K", "role": "destructive", "on": "each", "source": "run",
             "when": {"key": "t", "equals": "x"}, "perform": "kill", "after": "refresh",
             "confirm": {"title": {"one": "Kill {t}?", "other": "Kill {count}?"}, "message": "{t}", "button": "Yes",
                         "dependsOn": ["t"]},
             "input": {"title": "Signal", "fields": [{"name": "signal", "type": "text"}]}},
            {"id": "named", "title": "N", "input": "form", "perform": "kill", "source": "run"},
            {"id": "tick", "title": "T", "key": "Enter", "on": "active",
             "send": {"action": "updateItem", "params": {"patch": {"t": "y"}}}},
            {"id": "about", "title": "A", "on": "active",
             "present": {"feature": "about", "style": "fullScreen", "title": "About {t}", "take": {"row": "/id"}}},
            {"id": "own", "title": "O", "present": "m"},
            {"id": "new", "title": "New", "on": "none", "confirm": {"title": "New?"}}
            """#
        let modals = #", "modals": {"m": {"style": "sheet", "feature": "form", "target": "selection"}}"#
        #expect(mistakes(text(actions, modals)) == [])
        #expect(try workspace(text(actions, modals)).warnings == [])
    }

    @Test func eachMistakeIsReportedAtTheAction() {
        let cases: [(members: String, pointer: String, words: String)] = [
            (#""perform": "kill", "source": "run", "present": "m""#, "/present", "has perform and present"),
            (#""key": "KK""#, "/key", "must be one character, or Enter"),
            (#""key": " ""#, "/key", "must be one character"),
            (#""on": "all""#, "/on", "must be one of none, active, selection, each"),
            (#""on": "each""#, "/on", "each is for an action with perform"),
            (#""on": "none", "when": {"key": "t", "empty": true}"#, "/when", "is for an action on rows"),
            (#""after": "refresh""#, "/after", "is for an action with perform"),
            (#""notice": "Done""#, "/notice", "is for an action with perform"),
            (#""undo": "back""#, "/undo", "is for an action with perform"),
            (#""key": "Enter", "on": "none""#, "/key", "Enter opens a row"),
            (#""role": "primary""#, "/role", "must be one of default, destructive"),
            (#""send": {"action": "accept", "params": {"action": "a"}}"#, "/send", "an action can't send accept"),
            (#""send": {"action": "updateIt"}"#, "/send/action", "lists have no action updateIt"),
            (#""send": {"action": "setActive", "params": {"row": "1"}}"#, "/send/params/row", "it has no param row"),
            (#""present": "none""#, "/present", "there is no modal none; none is declared"),
            (#""present": {"feature": "none"}"#, "/present/feature", "there is no feature none"),
            (#""present": {"feature": "form", "size": 1}"#, "/present/size", "is not known here"),
            (
                #""present": {"feature": "form", "take": {"x": "id"}}"#, "/present",
                "must be a place in {id, ids, value}"
            ),
            (#""present": {"feature": "form"}, "confirm": {"title": "?"}"#, "/confirm", "is for an action that"),
            (#""confirm": {"title": "Kill {t"}"#, "/confirm/title", "brace"),
            (#""confirm": {"style": "x", "title": "?"}"#, "/confirm/style", "is not known here"),
            (#""confirm": {"message": "?"}"#, "/confirm", "lacks title"),
            (#""input": "none""#, "/input", "there is no feature none"),
            (#""input": {"fields": [{"name": "a", "type": "x"}]}"#, "/input", "must be one of"),
        ]
        for (members, pointer, words) in cases {
            let found = mistakes(text(#"{"id": "a", "title": "A", \#(members)}"#))
            #expect(found.contains { $0.message.contains(words) }, "\(members): \(found)")
            #expect(found.contains { $0.pointer.hasPrefix("/features/f/actions/0\(pointer)") }, "\(members): \(found)")
        }
    }

    @Test(arguments: [
        (
            #""perform": "tell""#,
            "/features/f/actions/0/perform tell has a place for {input.how}, and the action has no input"
        ),
        (
            #""perform": "tell", "input": {"fields": [{"name": "who", "type": "text"}]}"#,
            "/features/f/actions/0/input tell has a place for {input.how}, and the form has no such field; "
                + "declared are: who"
        ),
        (
            #""perform": "tell", "input": "form""#,
            "/features/f/actions/0/input tell has a place for {input.how}, and the form has no such field; none is declared"
        ),
        (#""perform": "tell", "input": {"fields": [{"name": "how", "type": "text"}]}"#, nil),
    ])
    func anOperationThatNeedsInputNeedsAForm(members: String, warning: String?) throws {
        let text = text(#"{"id": "a", "title": "A", "source": "run", \#(members)}"#)
        #expect(try workspace(text).warnings.map { "\($0.pointer) \($0.message)" } == (warning.map { [$0] } ?? []))
    }

    @Test func noActionStartsItselfByItsOutput() {
        let outputs = #", "outputs": {"a": {"action": "accept", "params": {"action": "a"}}}"#
        let found = mistakes(text(#"{"id": "a", "title": "A", "on": "none"}"#, outputs))
        #expect(found.map(\.message) == ["the output of an action on rows can't start an action on rows"])
    }

    @Test func namesAndKeysDiffer() {
        let twice = #"{"id": "a", "title": "A", "key": "x"}, {"id": "b", "title": "B", "key": "x"}"#
        #expect(mistakes(text(twice)).map(\.message) == ["is the key of /features/f/actions/0 too; keys must differ"])
        let asks = #"{"id": "m", "title": "A", "confirm": {"title": "?"}}"#
        let modals = #", "modals": {"m": {"style": "sheet", "feature": "form"}}"#
        #expect(
            mistakes(text(asks, modals)).map(\.message)
                == ["modals has m already, which this action stands for; rename one of the two"])
    }
}
