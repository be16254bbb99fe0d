import FHTerminalPlain
import Testing

/// Searches, flows and views in the dialog of lines.
@Suite struct PlainKindTests {
    private static let searching = [
        "setQuery", "setActive", "toggleSelection", "accept", "setWindow", "setFilter", "loadMore", "cancel",
    ]

    @Test func aSearchAsksForItsQuery() {
        let stage = PlainStage("search", States.search(), Self.searching)
        #expect(
            stage.takeText() == """
                Cities.
                Type what to search for; an empty line leads to the commands.
                A city: 
                """)
        stage.host.react(to: "setQuery", ["state": States.found()])
        #expect(
            stage.say("rh") == """
                rh
                Query: “rh”.
                12 results, among 345 rows; these are 1 to 3.
                1. Name: Århus, People: 5, active
                2. Name: 👩‍🚀 rhône, People: 7
                3. Name: Rehau, People: 5
                Cities> 
                """)
        #expect(stage.sent() == [#"setQuery {"query":"rh"}"#])
        stage.type("accept 2", "accept", "2", "select 3", "find rhine")
        #expect(
            stage.sent() == [
                #"accept {"id":"2"}"#, #"accept {"id":"1"}"#, #"setActive {"id":"2"}"#,
                #"toggleSelection {"id":"3"}"#, #"setQuery {"query":"rhine"}"#,
            ])
    }

    @Test func anActionOfASearchIsNamed() {
        let actions: JSON = [["id": "open", "title": "Open it"], ["id": "show", "title": "Show on a map"]]
        let stage = PlainStage("search", States.found(["actions": actions]), Self.searching)
        stage.type("", "accept 2 show", "accept 3 paint")
        #expect(stage.sent() == [#"accept {"action":"show","id":"2"}"#])
        #expect(stage.takeText().contains("accept: the actions are Open it, Show on a map.\n"))
    }

    @Test func theStepOfAFlowIsNamed() {
        let steps: JSON = [
            "id": "b", "title": "Address", "index": 1, "count": 4, "canSkip": true, "isSummary": false, "answers": [:],
            "way": [], "hasDraft": false,
        ]
        let child = States.child("form", States.titleForm())
        let stage = PlainStage(
            "flow",
            [
                "title": "Order", "status": "active", "steps": steps, "output": nil,
                "stack": [["key": "k1", "route": "b", "title": "Address", "child": child]],
            ], ["next", "back", "skip", "pop"],
            others: [["id": "child", "kind": "form", "actions": ["setValue", "focus", "blur"]]])
        #expect(stage.takeText().contains("Order, step 2 of 4: Address, New task.\n"))
        #expect(stage.say("").contains("You can type: Back, Skip, Next.\n"))
        _ = stage.sent()
        stage.type("next", "skip", "back")
        #expect(stage.sent() == ["next", "skip", "back"])
    }

    @Test func theOutcomeOfAFlowIsSaid() {
        let state: JSON = [
            "title": "Order", "status": "completed", "steps": nil, "stack": [], "output": ["name": "Ada"],
        ]
        let stage = PlainStage("flow", state, [])
        #expect(stage.takeText().contains("Order.\nCompleted.\nname: Ada\n"))
    }

    @Test func aViewHasALineForEachLineOfItsLayout() {
        let layout: JSON = [
            ["type": "section", "label": "Sound"],
            ["type": "number", "key": "count", "label": "Count"],
            ["type": "toggle", "key": "isOn", "label": "On", "action": "toggle"],
            ["type": "progress", "key": "share", "label": "Loaded"],
            ["type": "image", "key": "picture", "label": "Cover"],
            ["type": "button", "label": "Stop", "action": "stop"],
            ["type": "text", "key": "hidden", "label": "Hidden", "when": "isHidden"],
        ]
        let state: JSON = [
            "layout": layout, "count": 3, "isOn": true, "share": 0.4, "picture": "cover.png", "hidden": "x",
            "isHidden": false,
        ]
        let stage = PlainStage("view", state, ["toggle", "stop"], ["unavailable": ["stop": "disabled"]])
        #expect(
            stage.takeText() == """
                It.
                Sound:
                Count: 3
                1. On: on
                Loaded: 40 percent
                Image: cover.png
                2. Stop, button, not now: it is disabled
                It> 
                """)
        stage.type("1", "2", "stop")
        #expect(stage.sent() == ["toggle"])
    }
}
