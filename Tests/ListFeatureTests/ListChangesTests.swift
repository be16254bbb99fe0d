import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Notifications of a change feed cause one debounced reload, but not during a mutation; no notification is lost.
@Suite struct ListChangesTests {
    private func loaded() async -> ListDriver {
        let list = ListDriver(tellsChanges: true)
        list.store.start()
        await list.answer(0, list.page("ab", endReached: true))
        return list
    }

    @Test func listeningIsNotWorkThatAnybodyWaitsFor() async {
        let list = await loaded()
        #expect(list.snapshot["settled"]?.boolValue == true)
        list.store.close()
        while list.source.changes?.listenerCount != 0 { await Task.yield() }
    }

    @Test func rule5SeveralNoticesLeadToOneReload() async throws {
        let list = await loaded()
        await list.tell()
        #expect(list.state["isStale"]?.boolValue == true)
        #expect(list.snapshot["settled"]?.boolValue == false)
        list.clock.advance(by: 150)
        await list.tell()
        list.clock.advance(by: 199)
        #expect(list.fetches.count == 1)
        list.clock.advance(by: 1)
        #expect(list.fetches.count == 2)
        #expect(list.state["isStale"]?.boolValue == true, "until the rows are there")
        await list.answer(1, list.page("abc", endReached: true))
        #expect(list.ids == "abc")
        #expect(list.state["isStale"]?.boolValue == false)
        #expect(list.snapshot["settled"]?.boolValue == true)
        list.clock.advance(by: 60_000)
        #expect(list.fetches.count == 2)
    }

    @Test func noticesWithoutAPauseDoNotPutTheReloadOffForEver() async {
        let list = await loaded()
        for _ in 0..<20 {
            await list.tell()
            list.clock.advance(by: 100)
        }
        #expect(list.fetches.count == 2)
    }

    @Test func rule5ANoticeDuringAWriteReloadsAfterIt() async throws {
        let list = await loaded()
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.tell()
        list.clock.advance(by: 200)
        #expect(list.fetches.count == 1)
        #expect(list.state["isStale"]?.boolValue == true)
        await list.answer(1, Page(rows: [list.row("a", name: "x")], endReached: true))
        #expect(list.fetches.count == 2)
    }

    @Test func rule5ANoticeDuringAReloadLeadsToAnother() async throws {
        let list = await loaded()
        try list.send("refresh")
        await list.tell()
        await list.answer(1, list.page("ab", endReached: true))
        #expect(list.state["isStale"]?.boolValue == true)
        list.clock.advance(by: 200)
        #expect(list.fetches.count == 3)
    }

    @Test func aRefreshThatIsAskedForReadsWhatTheNoticesWereAbout() async throws {
        let list = await loaded()
        await list.tell()
        try list.send("refresh")
        await list.answer(1, list.page("abc", endReached: true))
        list.clock.advance(by: 60_000)
        #expect(list.fetches.count == 2)
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func whatAListDidItselfIsNoNews() async throws {
        let list = await loaded()
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        let opID = try #require(list.source.operations.last)
        await list.answer(1, Page(rows: [list.row("a", name: "x")], endReached: true))
        await list.tell(SourceChange(opID: opID))
        #expect(list.state["isStale"]?.boolValue == false)
        await list.tell(SourceChange(opID: "another's"))
        #expect(list.state["isStale"]?.boolValue == true)
    }

    @Test func aReloadThatFailsKeepsTheRows() async {
        let list = await loaded()
        await list.tell()
        list.clock.advance(by: 200)
        await list.fail(1)
        #expect(list.ids == "ab")
        #expect(list.errors[0]["display"]?.stringValue == "banner")
        #expect(list.state["isStale"]?.boolValue == true)
    }
}
