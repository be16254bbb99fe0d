import FHJSON
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// An undo with conflicts in some rows restores the other rows; the undo of the conflicting rows can be repeated later.
@Suite struct ListLeftOutTests {
    private func page(_ rows: SourceRow...) -> Page { Page(rows: rows, endReached: true) }

    private func name(_ list: ListDriver, _ id: String) -> String? { list.item(id)?["value"]?["name"]?.stringValue }

    private func error(_ list: ListDriver, of id: String) -> JSONValue? {
        let errorID = list.item(id)?["errorId"]?.stringValue
        return list.errors.first { $0["id"]?.stringValue == errorID }
    }

    private func send(_ action: String, _ list: ListDriver, errorOf id: String) throws {
        try list.send(action, #"{"id":"\#(error(list, of: id)?["id"]?.stringValue ?? "none")"}"#)
    }

    /// Makes a list with three rows that one edit has renamed.
    ///
    /// - Parameter isTold: True if a refresh shows that another client has renamed the second row since.
    private func renamed(isTold: Bool = true) async throws -> ListDriver {
        let list = await ListDriver.loaded("abc")
        try list.send("updateItems", #"{"ids":["a","b","c"],"patch":{"name":"x"}}"#)
        await list.answer(1, page(list.row("a", name: "x"), list.row("b", name: "x"), list.row("c", name: "x")))
        if isTold {
            try list.send("refresh")
            await list.answer(
                2, page(list.row("a", name: "x"), list.row("b", name: "theirs"), list.row("c", name: "x")))
        }
        return list
    }

    private func patch(_ text: String) throws -> JSONText { try JSONText(parsing: text) }

    private func expectOthersDone(_ list: ListDriver) {
        #expect(["a", "b", "c"].map { name(list, $0) } == ["name a", "theirs", "name c"])
        #expect(list.errors.count == 1)
        #expect(error(list, of: "b")?["code"]?.stringValue == "conflict")
        #expect(error(list, of: "b")?["retryable"]?.boolValue == true)
        let message = error(list, of: "b")?["message"]?.stringValue ?? ""
        #expect(message.contains("name of the row b") && message.contains("undo"))
        #expect(list.unavailable("undo") == nil && list.unavailable("redo") == nil)
    }

    @Test func theOtherRowsAreUndoneAndTheConflictIsNamed() async throws {
        let list = try await renamed()
        try list.send("undo")
        guard case .updateMany(let updates) = list.source.calls.last else {
            Issue.record("the other rows are not written at once")
            return
        }
        #expect(updates.map(\.id) == ["a", "c"])
        #expect(try updates.map(\.patch) == [patch(#"{"name":"name a"}"#), patch(#"{"name":"name c"}"#)])
        await list.answer(3, page(list.row("a"), list.row("c")))
        expectOthersDone(list)
        // The undo was one step, and so is the redo.
        try list.send("redo")
        await list.answer(4, page(list.row("a", name: "x"), list.row("c", name: "x")))
        #expect(list.unavailable("redo") == "nothingToRedo")
        #expect(["a", "b", "c"].map { name(list, $0) } == ["x", "theirs", "x"])
    }

    @Test func soIsAConflictThatOnlyTheSourceKnows() async throws {
        let list = try await renamed(isTold: false)
        try list.send("undo")
        await list.fail(2, .conflict(current: [list.row("b", name: "theirs")]))
        // An operation writes all of its rows or none, so the write of the other rows is a new operation.
        #expect(Set(list.source.operations.suffix(2)).count == 2)
        await list.answer(3, page(list.row("a"), list.row("c")))
        expectOthersDone(list)
    }

    @Test func aRetryTakesBackWhatOthersChangedToo() async throws {
        let list = try await renamed()
        try list.send("undo")
        await list.answer(3, page(list.row("a"), list.row("c")))
        try send("retry", list, errorOf: "b")
        #expect(list.source.calls.last == .update("b", try patch(#"{"name":"name b"}"#)))
        await list.answer(4, page(list.row("b")))
        #expect(list.errors.isEmpty && name(list, "b") == "name b")
        #expect(list.unavailable("undo") == "nothingToUndo")
    }

    @Test func whatIsDismissedIsGivenUp() async throws {
        let list = try await renamed()
        try list.send("undo")
        await list.answer(3, page(list.row("a"), list.row("c")))
        try send("dismissError", list, errorOf: "b")
        #expect(list.unavailable("undo") == "nothingToUndo" && list.refusal("undo") == "nothingToUndo")
        #expect(name(list, "b") == "theirs" && list.unavailable("redo") == nil)
    }

    @Test func anotherUndoTriesItAgainWithOneError() async throws {
        let list = try await renamed()
        try list.send("undo")
        await list.answer(3, page(list.row("a"), list.row("c")))
        let calls = list.source.calls.count
        try list.send("undo")
        expectOthersDone(list)
        #expect(list.source.calls.count == calls)
        // Another client has restored the row's value, so nothing conflicts.
        try list.send("refresh")
        await list.answer(4, page(list.row("a"), list.row("b", name: "x"), list.row("c")))
        try list.send("undo")
        await list.answer(5, page(list.row("b")))
        #expect(list.errors.isEmpty && name(list, "b") == "name b")
        #expect(list.unavailable("undo") == "nothingToUndo")
    }

    @Test func olderStepsAreReachedOnceItIsGivenUp() async throws {
        let list = await ListDriver.loaded("ab")
        for (call, (id, name)) in [("a", "1"), ("b", "2")].enumerated() {
            try list.send("updateItem", #"{"id":"\#(id)","patch":{"name":"\#(name)"}}"#)
            await list.answer(call + 1, page(list.row(id, name: name)))
        }
        try list.send("undo")
        await list.fail(3, .conflict(current: [list.row("b", name: "theirs")]))
        #expect(list.unavailable("undo") == nil && error(list, of: "b") != nil)
        try send("dismissError", list, errorOf: "b")
        try list.send("undo")
        #expect(list.source.calls.last == .update("a", try patch(#"{"name":"name a"}"#)))
    }

    @Test func ofNewRowsThoseStayThatOthersChanged() async throws {
        let list = await ListDriver.loaded("c")
        try list.send("insertItems", #"{"values":[{"id":"a"},{"id":"b"}]}"#)
        await list.answer(1)
        try list.send("undo")
        await list.fail(2, .conflict(current: [list.row("b", name: "theirs")]))
        #expect(list.source.calls.last == .delete(["a"]))
        await list.answer(3)
        #expect(list.ids == "cb" && error(list, of: "b")?["code"]?.stringValue == "conflict")
        try send("retry", list, errorOf: "b")
        #expect(list.source.calls.last == .delete(["b"]))
        await list.answer(4)
        #expect(list.ids == "c" && list.unavailable("undo") == "nothingToUndo")
    }

    @Test func aNewRowIsTakenAwayAsTheListHasItNow() async throws {
        let list = await ListDriver.loaded("c")
        func versioned(_ name: String, _ version: String) -> Page {
            Page(
                rows: [SourceRow(id: "a", value: list.row("a", name: name).value, version: version)], endReached: true)
        }
        try list.send("insertItem", #"{"value":{"id":"a","name":"name a"}}"#)
        await list.answer(1, versioned("name a", "v1"))
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.answer(2, versioned("x", "v2"))
        try list.send("undo")
        await list.answer(3, versioned("name a", "v3"))
        try list.send("undo")
        #expect(list.source.versions(of: 4) == ["v3"])
        await list.answer(4)
        #expect(list.ids == "c" && list.errors.isEmpty)
    }

    /// The source refuses the edit without naming the row.
    @Test func whereTheSourceNamesNoRowTheOthersAreFound() async throws {
        let list = await ListDriver.loaded("abcd", pageSize: 4)
        try list.send("deleteItems", #"{"ids":["a","b","c","d"]}"#)
        await list.answer(1)
        try list.send("undo")
        // Rows are restored from the last to the first; another client has inserted a row with the id b.
        let taken = Failure.duplicateID("b", "id")
        await list.fail(2, taken)
        await list.answer(3)
        await list.fail(4, taken)
        await list.fail(5, taken)
        await list.answer(6)
        #expect(list.source.calls.suffix(3).prefix(2) == [.insert("b", before: "c"), .insert("a", before: "b")])
        await list.answer(7, page(list.row("a"), list.row("b", name: "theirs"), list.row("c"), list.row("d")))
        #expect(list.ids == "abcd" && name(list, "b") == "theirs")
        #expect(list.errors.map { $0["code"]?.stringValue } == ["duplicateId"])
        #expect(list.unavailable("undo") == nil && list.unavailable("redo") == nil)
    }

    @Test func whatASourceTakesInTurnIsUndoneRowByRow() async throws {
        let list = ListDriver(capabilities: [.all, .inTurn])
        list.store.start()
        await list.answer(0, list.page("ab", endReached: true))
        try list.send("deleteItems", #"{"ids":["a","b"]}"#)
        await list.answer(1)
        try list.send("undo")
        #expect(list.source.calls.last == .insert("b", before: nil))
        await list.answer(2)
        #expect(list.source.calls.last == .insert("a", before: "b"))
        await list.fail(3, .duplicateID("a", "id"))
        #expect(list.errors.map { $0["code"]?.stringValue } == ["duplicateId"])
        try list.send("redo")
        #expect(list.source.calls.last == .delete(["b"]))
    }

    @Test func aRowThatIsGoneIsNamedAndNotTriedAgain() async throws {
        let list = try await renamed(isTold: false)
        try list.send("undo")
        let gone = Failure("targetGone", "the row c is no longer there", retryable: false)
        await list.fail(2, gone)
        await list.answer(3, page(list.row("a")))
        await list.fail(4, gone)
        await list.answer(5, page(list.row("b")))
        await list.fail(6, gone)
        list.store.deliver()
        #expect(list.errors.map { $0["code"]?.stringValue } == ["targetGone"])
        #expect(error(list, of: "c")?["retryable"]?.boolValue == false)
        #expect(list.unavailable("undo") == "nothingToUndo" && list.unavailable("redo") == nil)
    }
}
