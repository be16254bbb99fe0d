import FHJSON
import FeatureKit
import Testing

/// Presented features about a row that changes.
@Suite struct PresentingFollowTests {
    private let screen = ScreenStore(["follow": .none])

    @Test func whatIsPresentedAboutARowFollowsItsEdits() throws {
        try screen.send("setActive", #"{"id":"2"}"#)
        try screen.present("edit", #","params":{"a":"asked"}"#)
        try screen.send("setRow", #"{"id":"1","text":"another"}"#)
        #expect(screen.log(at: ScreenStore.sheet) == [])
        try screen.send("setRow", #"{"id":"2","text":"other"}"#)
        #expect(screen.log(at: ScreenStore.sheet) == ["follow other asked"])
        #expect(screen.causes(from: 4) == ["setRow client", "presentation/note effect"])
        // Nothing has changed since.
        try screen.send("note", #"{"text":"x"}"#)
        try screen.send("setRow", #"{"id":"2","text":"two"}"#)
        #expect(screen.log(at: ScreenStore.sheet) == ["follow other asked", "follow two asked"])
    }

    @Test func whatWaitedIsShownWithTheRowAsItIsThen() throws {
        try screen.send("setActive", #"{"id":"2"}"#)
        let first = try screen.present("child")
        try screen.present("edit")
        try screen.send("setRow", #"{"id":"2","text":"other"}"#)
        try screen.dismiss(first)
        #expect(screen.log(at: ScreenStore.sheet) == ["follow other "])
    }

    @Test func aRowThatIsGoneIsNotFollowedAndComesBack() throws {
        try screen.send("setActive", #"{"id":"2"}"#)
        let key = try screen.present("edit")
        try screen.send("remove", #"{"ids":["2"]}"#)
        #expect(screen.key() == key && screen.log(at: ScreenStore.sheet) == [])
        // Another row may have the same id.
        try screen.send("setRow", #"{"id":"2","text":"again"}"#)
        #expect(screen.log(at: ScreenStore.sheet) == [])
        // A row with the id and the value of the removed row counts as the same row.
        try screen.send("setRow", #"{"id":"2","text":"two"}"#)
        try screen.send("setRow", #"{"id":"2","text":"again"}"#)
        #expect(screen.log(at: ScreenStore.sheet) == ["follow again "])
    }

    @Test func whatIsAboutNothingFollowsNothing() throws {
        try screen.send("setActive", #"{"id":"2"}"#)
        try screen.present("child")
        try screen.send("setRow", #"{"id":"2","text":"other"}"#)
        #expect(screen.log(at: ScreenStore.sheet) == [])
    }

    @Test func itComesOutOfItsRowAndGoesBackIntoIt() throws {
        try screen.send("setActive", #"{"id":"2"}"#)
        let key = try screen.present("edit")
        let hint = try JSONValue(parsing: #"{"kind":"matchedGeometry","id":"2"}"#)
        #expect(screen.snapshot["animation"] == hint)
        try screen.send("note", #"{"text":"x"}"#)
        #expect(screen.snapshot["animation"]?.isNull == true)
        try screen.dismiss(key)
        #expect(screen.snapshot["animation"] == hint)
        // Neither a question nor a presentation without a row has a hint.
        try screen.present("ask")
        #expect(screen.snapshot["animation"]?.isNull == true)
        try screen.present("child", #","policy":"replace""#)
        #expect(screen.snapshot["animation"]?.isNull == true)
    }
}
