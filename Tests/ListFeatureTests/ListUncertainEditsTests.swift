import FHJSON
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// A list's own edits of a row are not changes by others, even if their answers were lost.
@Suite struct ListUncertainEditsTests {
    private func row(_ text: String, version: String? = nil) throws -> SourceRow {
        SourceRow(id: "a", value: try JSONText(parsing: text), version: version)
    }

    private func page(_ text: String) throws -> Page { Page(rows: [try row(text)], endReached: true) }

    private func loaded(_ text: String) async throws -> ListDriver {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, try page(text))
        return list
    }

    private func value(_ list: ListDriver) -> String { list.item("a")?["value"].map { JSONText($0).string } ?? "none" }

    private func codes(_ list: ListDriver) -> [String] { list.errors.compactMap { $0["code"]?.stringValue } }

    private let lost = Failure("pluginFailed", "the plugin has ended", retryable: true)

    /// Only the second edit was made; the retry of the first is applied to the result of the second.
    @Test func anEditThatIsTriedAgainIsMadeOnALaterOne() async throws {
        let list = try await loaded(#"{"n":1}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":3}}"#)
        await list.fail(1, lost)
        await list.answer(2, try page(#"{"n":3}"#))
        try list.send("retry", #"{"id":"e1"}"#)
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"n":2}"#)))
        await list.answer(3, try page(#"{"n":2}"#))
        #expect(codes(list).isEmpty && value(list) == #"{"n":2}"#)
    }

    /// The first edit was made, but its answer was lost; the conflict of the second edit shows the result of the first.
    @Test func anEditThatWasMadeAndNotAnsweredIsNoConflictOfTheNext() async throws {
        let list = try await loaded(#"{"n":1,"m":1}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":2,"m":2}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":3}}"#)
        await list.fail(1, lost)
        await list.fail(2, .conflict(current: [try row(#"{"n":2,"m":7}"#)]))
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"n":3}"#)))
        #expect(codes(list) == ["pluginFailed"] && value(list) == #"{"n":3,"m":7}"#)
        // The change of the other member, by another client, is none of the list's own edits.
        await list.answer(3, try page(#"{"n":3,"m":7}"#))
        try list.send("retry", #"{"id":"e1"}"#)
        list.store.deliver()
        #expect(codes(list) == ["conflict"] && value(list) == #"{"n":3,"m":7}"#)
    }

    /// Both edits were made, and both answers were lost; the row that is read afterwards contains the second edit.
    @Test func editsThatWereMadeAndNotAnsweredAreTriedAgainInTheirOrder() async throws {
        let list = try await loaded(#"{"n":1}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":3}}"#)
        await list.fail(1, lost)
        await list.fail(2, lost)
        try list.send("refresh")
        await list.answer(3, try page(#"{"n":3}"#))
        try list.send("retry", #"{"id":"e1"}"#)
        await list.answer(4, try page(#"{"n":2}"#))
        await list.answer(5, try page(#"{"n":2}"#))
        try list.send("retry", #"{"id":"e2"}"#)
        await list.answer(6, try page(#"{"n":3}"#))
        #expect(codes(list).isEmpty && value(list) == #"{"n":3}"#)
    }

    /// The row had the version that the client named when the edit was made at the first attempt.
    @Test func anEditOfANamedVersionThatWasMadeIsNotRefusedWhenItIsTriedAgain() async throws {
        let list = try await loaded(#"{"n":1}"#)
        let version = try #require(list.item("a")?["version"]?.stringValue)
        try list.send("updateItem", #"{"id":"a","patch":{"n":2},"ifVersion":"\#(version)"}"#)
        await list.fail(1, lost)
        let made = try row(#"{"n":2}"#)
        try list.send("retry", #"{"id":"e1"}"#)
        await list.fail(2, .conflict(current: [made]))
        #expect(list.source.versions(of: 3) == [made.version])
        await list.answer(3, try page(#"{"n":2}"#))
        #expect(codes(list).isEmpty && value(list) == #"{"n":2}"#)
        #expect(Set(list.source.operations).count == 1)
    }

    /// Both edits were made before the row's insertion was confirmed, and the first answer was lost.
    @Test func anEditOfARowWhoseInsertWaitsIsMergedToo() async throws {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, Page(rows: [], endReached: true))
        try list.send("insertItem", #"{"value":{"id":"a","n":1}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":2,"m":3}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":3}}"#)
        await list.answer(1, try page(#"{"id":"a","n":1}"#))
        await list.fail(2, lost)
        await list.fail(3, .conflict(current: [try row(#"{"id":"a","n":2,"m":3}"#)]))
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"n":3}"#)))
        await list.answer(4, try page(#"{"id":"a","n":3,"m":3}"#))
        #expect(codes(list) == ["pluginFailed"] && value(list) == #"{"id":"a","n":3,"m":3}"#)
    }

    @Test func aChangeByOthersIsAConflictOfAnEditThatIsTriedAgain() async throws {
        let list = try await loaded(#"{"n":1}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        await list.fail(1, lost)
        try list.send("refresh")
        await list.answer(2, try page(#"{"n":9}"#))
        try list.send("retry", #"{"id":"e1"}"#)
        list.store.deliver()
        #expect(codes(list) == ["conflict"] && value(list) == #"{"n":9}"#)
    }
}
