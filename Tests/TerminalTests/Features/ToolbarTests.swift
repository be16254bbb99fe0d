import FHTerminalScreen
import Testing

/// The roles of toolbar buttons over a fake host: their order and their keys.
@Suite struct ToolbarTests {
    private static var toolbar: JSON {
        [
            ["action": "done", "title": "Done", "role": "confirmation"],
            ["action": "add", "title": "Add", "role": "primary"],
            ["action": "away", "title": "Away", "role": "cancellation"],
        ]
    }
    private static var list: JSON { States.list(["activeId": "1"]) }
    /// The buttons that confirm.
    private static var done: JSON { JSON(Array(toolbar.elements.prefix(1))) }

    /// Returns a list over which a child with the toolbar is presented.
    private static func sheet(
        _ kind: String, _ state: JSON, _ members: JSON = [:], dismissible: Bool = false
    ) -> FakeStage {
        let child = States.child(kind, state, (["toolbar": toolbar] as JSON).merging(members))
        let sheet = States.presentation("sheet", ["child": child, "dismissible": .bool(dismissible)])
        return FakeStage("list", list, States.presenting, ["presentation": sheet], size: Size(200, 40))
    }

    /// Presses keys and returns the names of the actions that were sent.
    private static func sent(_ stage: FakeStage, _ keys: String...) -> [String] {
        for key in keys { stage.press(key) }
        return stage.sent().map { action in
            let words = action.split(separator: " ")
            return String(words.first { !$0.hasPrefix("presentation") } ?? "")
        }
    }

    // MARK: The order

    @Test func cancellationsAreFirstAndConfirmationsLast() {
        let stage = Self.sheet("list", Self.list)
        #expect(stage.shows("[ 1 Away ] [ 2 Add ] [ 3 Done ]"))
        #expect(Self.sent(stage, "1", "2", "3") == ["away", "add", "done"])
    }

    // MARK: Keys

    @Test(arguments: ["list", "view", "flow", "unknown"])
    func keysPressThem(_ kind: String) {
        let stage = Self.sheet(kind, kind == "list" ? Self.list : [:])
        #expect(stage.shows("ctrl+s finish") && stage.shows("esc back"))
        #expect(Self.sent(stage, "ctrl+s", "escape") == ["done", "away"])
    }

    @Test func escapeDismissesWhatCanBeDismissed() {
        #expect(Self.sent(Self.sheet("list", Self.list, dismissible: true), "escape") == ["dismiss"])
    }

    @Test func escapeClearsTheSelectionFirst() {
        let state = States.list([
            "activeId": "1", "selection": ["mode": "multiple", "ids": ["1"], "count": 1],
        ])
        for members in [[:], ["toolbar": []], ["unavailable": ["away": "busy"]]] as [JSON] {
            #expect(Self.sent(Self.sheet("list", state, members), "escape") == ["clearSelection"])
        }
    }

    @Test func aDisabledButtonIsNotPressedByItsKey() {
        let stage = Self.sheet("list", Self.list, ["unavailable": ["done": "busy", "away": "busy"]])
        #expect(stage.style(of: "ctrl+s") == stage.style(of: "esc"))
        #expect(stage.style(of: "ctrl+s") != stage.style(of: "? help"))
        #expect(Self.sent(stage, "ctrl+s", "escape").isEmpty)
    }

    @Test func keysWithoutAnEffectAreNotShown() {
        let stage = Self.sheet("list", Self.list, ["toolbar": JSON([Self.toolbar.elements[1]])])
        #expect(!stage.shows("ctrl+s") && !stage.shows("esc"))
        #expect(Self.sent(stage, "ctrl+s", "escape").isEmpty)
    }

    // MARK: Forms

    @Test func theKeyOfAnEarlierStepDoesNotFinishTheFeaturesAround() {
        let step: JSON = ["id": "a", "title": "A", "index": 0, "count": 2]
        #expect(Self.sent(Self.sheet("form", States.titleForm([:], ["step": step])), "ctrl+s").isEmpty)
    }

    @Test func aFormIsSubmittedByItsKey() {
        let form = States.titleForm()
        #expect(Self.sent(Self.sheet("form", form), "ctrl+s", "escape") == ["submit", "away"])
        let submitting = States.titleForm([:], ["status": "submitting"])
        let busy = Self.sheet("form", submitting, ["unavailable": ["submit": "no"]])
        #expect(Self.sent(busy, "ctrl+s", "escape") == ["away"])
    }

    // MARK: Several features

    @Test func theInnermostFeatureHasTheKeys() {
        let inner = States.child("list", Self.list, ["toolbar": Self.done])
        let stack: JSON = [["key": "k2", "route": "inner", "title": "Inner", "params": [:], "child": inner]]
        let outer: JSON = [
            ["action": "complete", "title": "Complete", "role": "confirmation"],
            ["action": "cancel", "title": "Cancel", "role": "cancellation"],
        ]
        let stage = Self.sheet("flow", ["stack": stack], ["toolbar": outer])
        // A feature without such a button leaves the key to the features around it.
        #expect(Self.sent(stage, "ctrl+s", "escape") == ["done", "cancel"])
    }

    @Test func theFeatureWithTheFocusHasTheKeys() {
        let list = States.child("list", Self.list, ["toolbar": Self.done])
        let layout: JSON = [
            ["key": "first", "type": "child", "label": "first"], ["key": "second", "type": "child", "label": "second"],
        ]
        let stage = Self.sheet("view", ["layout": layout, "first": list, "second": list], ["toolbar": []])
        stage.press("tab", "ctrl+s", "shift+tab", "ctrl+s")
        #expect(stage.sent() == ["presentation/second done", "presentation/first done"])
    }
}
