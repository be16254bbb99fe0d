import Testing

/// The line about work of the host that takes long, over a fake host: its progress, its end and its key.
@Suite struct WorkLineTests {
    private static func effect(_ members: JSON = [:]) -> JSON {
        let base: JSON = ["id": "perform-1", "name": "perform", "background": false, "title": "Copy…"]
        return base.merging(members)
    }

    private static func stage(_ effects: JSON...) -> FakeStage {
        let stage = FakeStage("list", States.list(), ["setActive", "cancelEffect"])
        stage.change(["effects": JSON(effects), "settled": false])
        return stage
    }

    @Test func workThatEndsSoonIsNotShown() {
        let stage = Self.stage(Self.effect(["progress": 0.5]))
        #expect(!stage.shows("Copy…"))
        stage.now += 299
        stage.settle()
        #expect(!stage.shows("Copy…"))
        stage.change(["effects": []])
        stage.now += 1_000
        stage.settle()
        #expect(!stage.shows("Copy…"))
    }

    @Test func longWorkIsShownWithItsProgressAndItsStep() {
        let stage = Self.stage(Self.effect())
        stage.now += 300
        stage.settle()
        #expect(stage.shows("⠋ Copy…"))
        #expect(!stage.shows("cancels it"))
        stage.change(["effects": [Self.effect(["progress": 0.456, "message": "b.txt", "cancellable": true])]])
        #expect(stage.shows("⠋ Copy… ━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌ 45% · b.txt"))
        #expect(stage.shows("X cancels it"))
        stage.change(["effects": []])
        #expect(!stage.shows("Copy…"))
    }

    @Test func aKeyCancelsIt() {
        let stage = Self.stage(Self.effect(["cancellable": true]))
        stage.now += 300
        stage.settle()
        stage.press("X")
        #expect(stage.sent().last == #"cancelEffect {"id":"perform-1"}"#)
    }

    @Test func aKeyForWorkThatCantBeCancelledDoesNothing() {
        let stage = Self.stage(Self.effect())
        stage.now += 300
        stage.settle()
        stage.press("X")
        #expect(!stage.sent().contains { $0.hasPrefix("cancelEffect") })
    }

    @Test func otherWorkIsCounted() {
        let stage = Self.stage(
            Self.effect(), Self.effect(["id": "perform-2", "title": "Move"]),
            ["id": "fetch-3", "name": "fetch", "background": false])
        stage.now += 300
        stage.settle()
        #expect(stage.shows("Copy… and 1 more"))
    }

    @Test func aNoticeIsShownWithTheKeyThatUndoesIt() {
        let stage = FakeStage("list", States.list(), ["setActive", "undoNotice"])
        stage.change(["notices": [["id": "n1", "text": "Saved", "tone": "success"]]])
        #expect(stage.shows("Saved") && !stage.shows("undoes it"))
        stage.press("Z")
        #expect(!stage.sent().contains { $0.hasPrefix("undoNotice") })
        let second: JSON = ["id": "n2", "text": "Deleted 3 files", "tone": "success", "undo": true]
        stage.change(["notices": [["id": "n1", "text": "Saved", "tone": "success"], second]])
        #expect(stage.shows("Deleted 3 files") && stage.shows("Z undoes it") && !stage.shows("Saved"))
        stage.press("Z")
        #expect(stage.sent().last == #"undoNotice {"id":"n2"}"#)
        stage.change(["notices": []])
        #expect(!stage.shows("Deleted"))
    }
}
