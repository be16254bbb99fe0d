import FHJSON
import FeatureKit
import Testing

@Suite struct PresentingDiscardTests {
    private let sheets = (0...4).map { Array(repeating: "presentation", count: $0) }

    private func blocked(_ screen: ScreenStore) -> String? {
        guard let blocked = screen.snapshot["blocked"], !blocked.isNull else { return nil }
        #expect(blocked["reason"]?.stringValue == "unsavedChanges")
        let path = blocked["path"]?.elements.count ?? -1
        let by = blocked["by"]?.elements.count ?? -1
        return "\(blocked["action"]?.stringValue ?? "") at \(path) by \(by)"
    }

    @Test func rule10UnsavedChangesBlockADismissalWhichIsAppliedAndChangesNothingElse() throws {
        let screen = ScreenStore()
        let key = try screen.present("child")
        try screen.setDirty(at: sheets[1])
        let before = screen.snapshot["presentation"]
        let revision = screen.store.revision
        try screen.dismiss(key)
        #expect(screen.store.revision == revision + 1)
        #expect(blocked(screen) == "dismiss at 0 by 1")
        #expect(screen.snapshot["presentation"] == before)
        #expect(screen.snapshot["unavailable"]?["confirmDiscard"] == nil)
        #expect(screen.snapshot(path: sheets[1])["unavailable"]?["confirmDiscard"]?.stringValue == "notBlocked")
    }

    @Test func rule10ConfirmDiscardFinishesWhatWasBlockedOnce() throws {
        let screen = ScreenStore()
        let key = try screen.present("child")
        try screen.setDirty(at: sheets[1])
        try screen.present("say")
        try screen.dismiss(key)
        try screen.send("confirmDiscard")
        #expect(screen.key() != key)
        #expect(blocked(screen) == nil)
        // The next modal of the queue is presented, and stays.
        screen.expectRefusal("notBlocked", "confirmDiscard")
        screen.expectRefusal("notBlocked", "keepEditing")
        #expect(screen.key() != nil)
    }

    @Test func nothingIsBlockedAtFirst() {
        let screen = ScreenStore()
        #expect(screen.snapshot["blocked"]?.isNull == true)
        #expect(screen.snapshot["unavailable"]?["keepEditing"]?.stringValue == "notBlocked")
        screen.expectRefusal("notBlocked", "confirmDiscard")
        screen.expectRefusal("notBlocked", "keepEditing")
    }

    @Test func keepEditingForgetsWhatWasBlocked() throws {
        let screen = ScreenStore()
        let key = try screen.present("child")
        try screen.setDirty(at: sheets[1])
        try screen.dismiss(key)
        try screen.send("keepEditing")
        #expect(blocked(screen) == nil)
        #expect(screen.key() == key)
        screen.expectRefusal("notBlocked", "confirmDiscard")
    }

    @Test func rule10TheDeepestDescendantBlocksFirstAndThenTheNext() throws {
        let screen = ScreenStore()
        let keys = try (0...2).map { try screen.present("child", at: sheets[$0]) }
        try screen.setDirty(at: sheets[1])
        try screen.setDirty(at: sheets[3])
        try screen.dismiss(keys[0])
        #expect(blocked(screen) == "dismiss at 0 by 3")
        try screen.setDirty(false, at: sheets[3])
        // The dismissal is still blocked, now by the next level with changes.
        #expect(blocked(screen) != nil)
        try screen.dismiss(keys[0])
        #expect(blocked(screen) == "dismiss at 0 by 1")
        #expect(screen.store.has(path: sheets[3]))
        try screen.setDirty(false, at: sheets[1])
        #expect(blocked(screen) == nil)
        try screen.dismiss(keys[0])
        #expect(!screen.store.has(path: sheets[1]))
    }

    @Test func rule10DismissingAParentDismissesItsDescendantsTheDeepestFirst() throws {
        let screen = ScreenStore(["start": Effect.send(.note(text: "late")).delay(milliseconds: 10)])
        let keys = try (0...2).map { try screen.present("child", at: sheets[$0]) }
        // Each level has started one effect, the deepest level last.
        let effects = screen.effects()
        #expect(effects.count == 3)
        try screen.dismiss(keys[0])
        #expect(screen.effects().isEmpty)
        #expect(screen.cancelled(in: screen.snapshots.last) == effects.reversed())
        for path in sheets[1...] { #expect(!screen.store.has(path: path)) }
    }

    @Test func aBlockAtADeeperLevelIsAnsweredThere() throws {
        let screen = ScreenStore()
        try screen.present("child")
        let key = try screen.present("child", at: sheets[1])
        try screen.setDirty(at: sheets[2])
        try screen.dismiss(key, at: sheets[1])
        #expect(blocked(screen) == "dismiss at 1 by 2")
        screen.expectRefusal("notBlocked", "confirmDiscard")
        try screen.send("confirmDiscard", at: sheets[1])
        #expect(!screen.store.has(path: sheets[2]))
        #expect(screen.store.has(path: sheets[1]))
        #expect(blocked(screen) == nil)
    }

    @Test func aQuestionOverUnsavedChangesDoesNotHideThem() throws {
        let screen = ScreenStore()
        let key = try screen.present("child")
        try screen.setDirty(at: sheets[1])
        try screen.present("say", at: sheets[1])
        try screen.dismiss(key)
        #expect(blocked(screen) == "dismiss at 0 by 1")
        // Closing the question loses nothing.
        try screen.press("ok", screen.key(at: sheets[1]) ?? "", at: sheets[1])
        #expect(screen.key(at: sheets[1]) == nil)
    }

    @Test func replacingAndLeavingBlockToo() throws {
        let screen = ScreenStore()
        let key = try screen.present("fixed")
        try screen.setDirty(at: sheets[1])
        try screen.present("bare", #","policy":"replace""#)
        #expect(blocked(screen) == "present at 0 by 1")
        #expect(screen.key() == key)
        // Queueing a modal closes nothing, so it is not blocked.
        try screen.present("bare")
        #expect(screen.queue().count == 1)
        try screen.send("keepEditing")
        try screen.send("cancel", at: sheets[1])
        #expect(blocked(screen) == "dismiss at 0 by 1")
        #expect(screen.causes().suffix(2) == ["presentation/cancel client", "dismiss effect"])
        try screen.send("confirmDiscard")
        #expect(screen.key() != key)
        #expect(screen.key() != nil)
    }

    @Test func discardNeverAsks() throws {
        let screen = ScreenStore()
        try screen.present("child")
        try screen.setDirty(at: sheets[1])
        try screen.send("discard", at: sheets[1])
        #expect(screen.key() == nil)
        #expect(blocked(screen) == nil)
    }

    // MARK: The end of a block

    @Test func anyOtherActionLeavesItAsItIs() throws {
        let screen = ScreenStore()
        let key = try screen.present("child")
        try screen.setDirty(at: sheets[1])
        try screen.dismiss(key)
        try screen.send("note", #"{"text":"x"}"#)
        try screen.send("note", #"{"text":"x"}"#, at: sheets[1])
        #expect(blocked(screen) == "dismiss at 0 by 1")
    }

    @Test func itIsNullWhenTheChangesAreSavedOrGone() throws {
        let screen = ScreenStore()
        let key = try screen.present("child")
        let ways: [() throws -> Void] = [
            { try screen.setDirty(false, at: self.sheets[1]) },
            { try screen.send("reset", at: self.sheets[1]) },
            { try screen.send("reset", at: self.sheets[2]) },
        ]
        try screen.present("child", at: sheets[1])
        for (way, dirty) in zip(ways, [1, 1, 2]) {
            if !screen.store.has(path: sheets[2]) { try screen.present("child", at: sheets[1]) }
            try screen.setDirty(at: sheets[dirty])
            try screen.dismiss(key)
            #expect(blocked(screen) == "dismiss at 0 by \(dirty)")
            try way()
            #expect(blocked(screen) == nil)
            screen.expectRefusal("notBlocked", "confirmDiscard")
        }
        #expect(screen.key() == key)
    }

    @Test func aResetNeverAsks() throws {
        let screen = ScreenStore()
        let key = try screen.present("child")
        try screen.setDirty(at: sheets[1])
        try screen.dismiss(key)
        try screen.send("reset")
        #expect(screen.key() == nil)
        #expect(blocked(screen) == nil)
    }
}
