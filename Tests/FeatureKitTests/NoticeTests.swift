import FHJSON
import FeatureKit
import Testing

/// Notices, which leave by the clock.
@Suite struct NoticeTests {
    private func texts(_ probe: ProbeStore) -> [String] {
        probe.snapshot["notices"].map { $0.elements.compactMap { $0["text"]?.stringValue } } ?? []
    }

    private func send(_ action: String, _ id: String, to probe: ProbeStore) throws(ActionRefusal) {
        let params = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.endObject()
        }
        try probe.send(action, params.value)
    }

    @Test func aNoticeIsInTheSnapshotOfItsActionAndLeavesByTheClock() throws {
        let probe = ProbeStore(["a": .notice(Notice("Saved"))])
        #expect(probe.snapshot["notices"] == nil)
        try probe.run("a")
        #expect(
            probe.snapshot["notices"].map { JSONText($0).string } == #"[{"id":"n1","text":"Saved","tone":"success"}]"#)
        #expect(probe.store.isSettled && probe.snapshot["effects"]?.count == 0)
        probe.clock.advance(by: 5_999)
        #expect(texts(probe) == ["Saved"])
        probe.clock.advance(by: 1)
        #expect(probe.snapshot["notices"] == nil)
        #expect(probe.causes.last == Cause(action: "noticeEnded", path: [], origin: .clock))
    }

    @Test func anUndoIsAppliedOnceInTheRevisionThatRemovesTheNotice() throws {
        let probe = ProbeStore(["a": .notice(Notice("Gone", tone: .warning), undo: .note(text: "back"))])
        try probe.run("a")
        #expect(probe.snapshot["notices"]?[0]?["undo"]?.boolValue == true)
        probe.clock.advance(by: 9_999)
        try send("undoNotice", "n1", to: probe)
        #expect(probe.log == ["run a", "back"] && texts(probe).isEmpty)
        #expect(probe.causes.last?.action == "undoNotice")
        #expect(
            throws: ActionRefusal.unavailable(
                "gone", detail: "there is no notice n1, or not any more; there is none now")
        ) { try send("undoNotice", "n1", to: probe) }
        probe.clock.advance(by: 60_000)
        #expect(probe.store.revision == 2)
    }

    @Test func aNoticeWithoutUndoCanOnlyBeDismissed() throws {
        let probe = ProbeStore(["a": .notice(Notice("Saved"))])
        try probe.run("a")
        #expect(
            throws: ActionRefusal.unavailable(
                "notUndoable", detail: "what the notice n1 is about can't be undone")
        ) { try send("undoNotice", "n1", to: probe) }
        try send("dismissNotice", "n1", to: probe)
        #expect(texts(probe).isEmpty && probe.store.revision == 2)
    }

    @Test func aFurtherNoticeReplacesTheOldestOfTen() throws {
        let probe = ProbeStore(["a": .merge((1...12).map { .notice(Notice("\($0)")) })])
        try probe.run("a")
        #expect(texts(probe) == (3...12).map { "\($0)" })
        #expect(probe.snapshot["notices"]?[0]?["id"]?.stringValue == "n3")
    }

    @Test func aResetKeepsANoticeAndTakesItsUndo() throws {
        let probe = ProbeStore(["a": .notice(Notice("Gone"), undo: .note(text: "back"))])
        try probe.run("a")
        try probe.send("reset")
        #expect(texts(probe) == ["Gone"] && probe.snapshot["notices"]?[0]?["undo"] == nil)
    }

    @Test func aClosedStoreHasNoTimers() throws {
        let probe = ProbeStore(["a": .notice(Notice("Saved"))])
        try probe.run("a")
        probe.store.close()
        #expect(probe.clock.nextDeadline == nil)
    }
}
