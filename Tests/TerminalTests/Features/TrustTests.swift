import Testing

@testable import FHTerminalUI

/// The question whether a host may run the programs of its workspace.
@Suite struct TrustTests {
    private static let question = "Run the programs of this workspace?"

    private static func stage(trust: @escaping () -> String? = { nil }) -> FakeStage {
        let programs: JSON = [["kind": "source", "name": "s", "argv": ["touch", "ran"]]]
        let workspace: JSON = ["workspace": "/w.json", "sha256": "0", "programs": programs]
        let stage = FakeStage("list", States.list(), ["moveActive"], host: ["untrusted": workspace])
        stage.app.trust = trust
        stage.settle()
        #expect(stage.shows(question) && stage.shows("touch ran"))
        return stage
    }

    @Test(arguments: [["left"], ["left", "left"], ["left", "left", "left"], ["right"], ["right", "left", "left"]])
    func theArrowToTheLeftLeadsToRunningNothing(_ arrows: [String]) {
        let stage = Self.stage()
        for arrow in arrows + ["enter"] { stage.press(arrow) }
        #expect(!stage.shows(Self.question) && stage.shows("rows 1–3 of 3"))
        #expect(stage.hostCount == 1 && stage.app.exitStatus == nil)
    }

    @Test(arguments: 2...6) func noNumberOfArrowsLeadsToQuitting(_ count: Int) {
        let stage = Self.stage()
        for _ in 0..<count { stage.press("right") }
        stage.press("enter")
        #expect(stage.hostCount == 2 && stage.app.exitStatus == nil)
    }

    @Test func aLongListOfProgramsIsReadBeforeTheAnswer() {
        let programs = (1...40).map { number -> JSON in
            ["kind": "source", "name": JSON("s\(number)"), "argv": ["touch", JSON("file\(number)")]]
        }
        let workspace: JSON = ["workspace": "/w.json", "sha256": "0", "programs": JSON(programs)]
        let stage = FakeStage("list", States.list(), ["moveActive"], host: ["untrusted": workspace])
        stage.app.trust = { nil }
        stage.settle()
        #expect(stage.shows("touch file1") && !stage.shows("touch file40") && stage.shows("↑↓ scroll"))
        stage.press("down", "down", "down")
        #expect(!stage.shows("/w.json"))
        stage.press("enter", "j", "space")
        #expect(stage.shows(Self.question) && stage.shows("Press ← or →"), "other keys still do nothing")
        for _ in 0..<9 { stage.press("pagedown") }
        #expect(stage.shows("touch file40") && stage.shows("Press ← or →"))
        stage.press("right", "enter")
        #expect(!stage.shows(Self.question) && stage.hostCount == 1, "the first arrow leads to running nothing")
    }

    @Test func theKeyForQuittingQuits() {
        let stage = Self.stage()
        stage.press("left", "q")
        #expect(stage.app.exitStatus == 0)
    }

    @Test func aHostThatStillRunsNothingIsNotAskedAboutAgain() {
        let stage = Self.stage()
        stage.press("right", "right", "enter")
        #expect(stage.hostCount == 2 && stage.shows("still runs without the programs") && !stage.shows(Self.question))
        stage.press("enter")
        #expect(stage.shows("rows 1–3 of 3") && !stage.shows("still runs"))
    }

    @Test func aFailureToStoreTheTrustIsShown() {
        let stage = Self.stage { "trusted.jsonl: no space is left" }
        stage.press("right", "right", "enter")
        #expect(stage.hostCount == 1 && stage.shows("no space is left") && !stage.shows(Self.question))
    }

    @Test func theArrowKeysStopAtTheLastAnswer() {
        let blocked: JSON = ["action": "close", "path": []]
        let stage = FakeStage("form", States.titleForm(), States.presenting + ["confirmDiscard", "keepEditing"])
        stage.change(["blocked": blocked])
        stage.press("left", "left", "left", "enter")
        #expect(stage.sent() == ["keepEditing"])
    }
}
