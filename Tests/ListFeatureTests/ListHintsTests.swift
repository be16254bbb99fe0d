import FHJSON
import FeatureKit
import Testing

/// The member `changes` in revisions in which the list itself does not change.
@Suite struct ListHintsTests {
    private let nothing = #"{"inserted":[],"removed":[],"moved":[],"changed":[]}"#

    private func changes(_ list: ListDriver) -> String { JSONText(list.state["changes"] ?? .null).string }

    /// Returns the `changes` of each revision that an action causes immediately.
    private func changes(_ list: ListDriver, after action: String, _ params: String = "{}") throws -> [String] {
        var all: [String] = []
        list.store.onRevision = { all.append(changes(list)) }
        try list.send(action, params)
        list.store.onRevision = {}
        return all
    }

    @Test func changesAreOfOneRevision() async throws {
        let list = await ListDriver.loaded("abc")
        #expect(changes(list) == #"{"inserted":["a","b","c"],"removed":[],"moved":[],"changed":[]}"#)
        #expect(try changes(list, after: "setActive", #"{"id":"a"}"#) == [nothing])
    }

    @Test func aDismissedErrorChangesNoRows() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("updateItem", #"{"id":"b","patch":{"name":"x"}}"#)
        await list.fail(1)
        #expect(changes(list) == #"{"inserted":[],"removed":[],"moved":[],"changed":["b"]}"#)
        let error: String = list.errors.first?["id"]?.stringValue ?? ""
        #expect(try changes(list, after: "dismissError", #"{"id":"\#(error)"}"#) == [nothing])
    }

    @Test func anotherTaskIdChangesNoRows() async throws {
        let list = await ListDriver.loaded("abc")
        // The start of a load follows.
        #expect(try changes(list, after: "setTaskId", #"{"id":"7"}"#) == [nothing, nothing])
    }

    @Test func aResetTakesAllRowsAway() async throws {
        let list = await ListDriver.loaded("abc")
        let gone = #"{"inserted":[],"removed":["a","b","c"],"moved":[],"changed":[]}"#
        #expect(try changes(list, after: "reset") == [gone, nothing])
        await list.answer(1, list.page("ab", endReached: true))
        #expect(changes(list) == #"{"inserted":["a","b"],"removed":[],"moved":[],"changed":[]}"#)
    }
}
