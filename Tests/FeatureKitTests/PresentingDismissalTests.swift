import FHJSON
import FeatureKit
import Testing

/// Dismissals by the user without a button.
@Suite struct PresentingDismissalTests {
    private let screen = ScreenStore()

    private var isDismissible: Bool? { screen.snapshot["presentation"]?["dismissible"]?.boolValue }

    @Test func whatHasChangesOrIsSavingCanNotBeLeftWhereThatIsDeclared() throws {
        let key = try screen.present("unchanged")
        #expect(isDismissible == true)
        try screen.setDirty(at: ScreenStore.sheet)
        #expect(isDismissible == false)
        screen.expectRefusal("notDismissible", "dismiss", #"{"key":"\#(key)"}"#)
        try screen.setDirty(false, at: ScreenStore.sheet)
        try screen.send("setSaving", #"{"isSaving":true}"#, at: ScreenStore.sheet)
        screen.expectRefusal("notDismissible", "dismiss", #"{"key":"\#(key)"}"#)
        try screen.send("setSaving", #"{"isSaving":false}"#, at: ScreenStore.sheet)
        try screen.dismiss(key)
        #expect(screen.key() == nil)
    }

    @Test func theChangesOfWhatIsOverItCountToo() throws {
        try screen.present("unchanged")
        try screen.present("child", at: ScreenStore.sheet)
        try screen.setDirty(at: ScreenStore.sheet + ScreenStore.sheet)
        #expect(isDismissible == false)
    }

    @Test func aConditionIsAskedOfTheStateAsItIsNow() throws {
        let key = try screen.present("noted")
        screen.expectRefusal("notDismissible", "dismiss", #"{"key":"\#(key)"}"#)
        try screen.send("note", #"{"text":"x"}"#, at: ScreenStore.sheet)
        #expect(isDismissible == true)
        try screen.dismiss(key)
    }

    @Test func aConditionOfAnotherTypeNeverHolds() throws {
        try screen.present("foreign")
        #expect(isDismissible == false)
    }

    @Test func whatWaitsCanBeTakenOutOfTheQueueAtAnyTime() throws {
        try screen.present("child")
        try screen.present("noted")
        try screen.dismiss(try #require(screen.queue().first))
        #expect(screen.queue() == [])
    }

    @Test func aHundredAreNestedAndNotOneMore() throws {
        let path = (0...KeySequence.deepestLevel).map { Array(repeating: "presentation", count: $0) }
        #expect(KeySequence.deepestLevel == 100)
        let keys = try path.dropLast().map { try screen.present("child", at: $0) }
        #expect(Set(keys).count == 100)
        let deepest = path[100]
        screen.expectRefusal("tooDeep", "present", #"{"modal":"child"}"#, at: deepest)
        try screen.send("note", #"{"text":"deep"}"#, at: deepest)
        #expect(screen.log(at: deepest) == ["deep"] && screen.log(at: path[99]) == [])
        try screen.setDirty(at: deepest)
        try screen.dismiss(keys[0])
        #expect(screen.snapshot["blocked"]?["by"]?.elements.count == 100)
        try screen.send("confirmDiscard")
        #expect(screen.key() == nil && !screen.store.has(path: path[1]))
    }
}
