import FHJSON
import FeatureKit
import Testing

@testable import FHGallery

@Suite struct ReorderTests {
    private func loaded(_ outcome: Reorder.Outcome = .saved) -> ListScreen<Reorder> {
        let screen = ListScreen(Reorder(outcome: outcome, delayMs: 100))
        screen.clock.advance(by: 100)
        return screen
    }

    @Test(arguments: [
        (#"{"fromOffsets":[2],"toOffset":0}"#, "31245"), (#"{"fromOffsets":[0],"toOffset":3}"#, "23145"),
        (#"{"fromOffsets":[0,3],"toOffset":5}"#, "23514"), (#"{"fromOffsets":[3,0],"toOffset":1}"#, "14235"),
        (#"{"fromOffsets":[1],"toOffset":2}"#, "12345"),
    ])
    func rowsAreMovedByTheirPlaces(params: String, order: String) throws {
        let screen = loaded()
        try screen.send("moveItems", params)
        #expect(screen.ids == order)
        #expect(screen.state["order"]?.elements.compactMap(\.stringValue).joined() == order)
        #expect(!screen.isSettled)
        screen.clock.advance(by: 100)
        try screen.send("reloadButtonTapped")
        screen.clock.advance(by: 100)
        #expect(screen.ids == order && screen.isSettled)
    }

    @Test func movesAreSavedOneAfterTheOther() throws {
        let screen = loaded()
        try screen.send("moveItems", #"{"fromOffsets":[4],"toOffset":0}"#)
        try screen.send("moveItems", #"{"fromOffsets":[4],"toOffset":0}"#)
        #expect(screen.ids == "45123")
        screen.clock.advance(by: 100)
        #expect(screen.items.map { $0["pending"]?.stringValue } == ["move", nil, nil, nil, nil])
        screen.clock.advance(by: 100)
        #expect(screen.ids == "45123" && screen.isSettled)
    }

    @Test func aMoveThatFailsIsTakenBackAloneAndRetried() throws {
        let screen = loaded(.failed)
        try screen.send("moveItems", #"{"fromOffsets":[4],"toOffset":0}"#)
        try screen.send("moveItems", #"{"fromOffsets":[1],"toOffset":5}"#)
        #expect(screen.ids == "52341")
        screen.clock.advance(by: 200)
        #expect(screen.ids == "23451")
        #expect(screen.items[3]["errorId"]?.stringValue == screen.errors[0]["id"]?.stringValue)
        try screen.send("retry", path: ["list"])
        screen.clock.advance(by: 100)
        // The source reports the resulting order, which includes changes by others.
        #expect(screen.list["loads"]?["refresh"]?["status"]?.stringValue == "loading")
        screen.clock.advance(by: 100)
        // The row is now before row 1, at the current position of row 1.
        #expect(screen.ids == "23451" && screen.errors.isEmpty && screen.isSettled)
    }

    @Test func aReloadDuringAMoveComesAfterIt() throws {
        let screen = loaded()
        try screen.send("moveItems", #"{"fromOffsets":[4],"toOffset":0}"#)
        try screen.send("reloadButtonTapped")
        #expect(screen.list["isStale"]?.boolValue == true)
        #expect(screen.list["loads"]?["refresh"]?["status"]?.stringValue == "idle")
        screen.clock.advance(by: 100)
        #expect(screen.list["loads"]?["refresh"]?["status"]?.stringValue == "loading")
        screen.clock.advance(by: 100)
        #expect(screen.ids == "51234" && screen.isSettled)
    }

    @Test func placesThatAreNotThereAreNamed() {
        let screen = loaded()
        #expect(screen.mistakes("moveItems", #"{"fromOffsets":[5],"toOffset":6}"#) == ["/fromOffsets", "/toOffset"])
        #expect(screen.mistakes("moveItems", #"{"fromOffsets":[],"toOffset":5}"#) == ["/fromOffsets"])
        #expect(screen.mistakes("moveItems", #"{"fromOffsets":[0],"toOffset":-1}"#) == ["/toOffset"])
        #expect(screen.ids == "12345")
    }
}
