import FHJSON
import FeatureKit
import Testing

@testable import FHGallery

@Suite struct ChangedRowsTests {
    @Test func manyNoticesLeadToOneReload() throws {
        let screen = ListScreen(ChangedRows(delayMs: 100))
        screen.clock.advance(by: 100)
        #expect(screen.names == ["Read 1", "Still here"])
        for _ in 0..<3 {
            try screen.send("notify")
            screen.clock.advance(by: 199)
        }
        #expect(screen.state["notices"]?.intValue == 3)
        #expect(screen.state["reloads"]?.intValue == 0)
        #expect(screen.list["isStale"]?.boolValue == true)
        screen.clock.advance(by: 101)
        #expect(screen.state["reloads"]?.intValue == 1)
        #expect(screen.names == ["Read 2", "Still here"])
        #expect(screen.list["isStale"]?.boolValue == false && screen.isSettled)
    }

    @Test func aNoticeDuringAReloadLeadsToAnother() throws {
        let screen = ListScreen(ChangedRows(delayMs: 100))
        screen.clock.advance(by: 100)
        try screen.send("notify")
        screen.clock.advance(by: 250)
        try screen.send("notify")
        screen.clock.advance(by: 350)
        #expect(screen.state["reloads"]?.intValue == 2)
        #expect(screen.names == ["Read 3", "Still here"])
    }
}
