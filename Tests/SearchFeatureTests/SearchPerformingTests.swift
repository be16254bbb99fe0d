import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// The client's view, and the refusals, while a source performs an operation.
@Suite struct SearchPerformingTests {
    private let service = SimulatedSource(capabilities: .perform)

    private func search() async throws -> SearchDriver {
        let search = await SearchDriver.loaded(["aa", "ab", "b"]) {
            $0.selection = .multiple
            $0.actions = [
                .init(id: "archive", title: "Archive", performer: .init(source: service, operation: "archive")),
                .init(id: "open", title: "Open"),
            ]
        }
        try await search.search("a")
        return search
    }

    private func text(_ value: JSONValue?) -> String { value.map { JSONText($0).string } ?? "absent" }

    @Test func theStateSaysWhatIsDoneAndIsNotSettled() async throws {
        let search = try await search()
        #expect(text(search.state["performing"]) == "null")
        #expect(try await search.changes { try search.send("accept") } == ["performing"])
        #expect(text(search.state["performing"]) == #"{"action":"archive","ids":["0"]}"#)
        #expect((search.snapshot["effects"] ?? .null).elements.map { $0["name"]?.stringValue } == ["perform"])
        #expect(!search.isSettled)
        service.answer(0)
        #expect(await search.changes { await search.settle() } == ["performing", "history"])
        #expect(search.isSettled)
    }

    @Test func meanwhileAcceptIsRefusedWhateverItsAction() async throws {
        let search = try await search()
        try search.send("accept")
        #expect(search.snapshot["unavailable"]?["accept"]?.stringValue == "performing")
        #expect(search.refusal("accept", #"{"id":"1"}"#) == "performing")
        #expect(search.refusal("accept", #"{"action":"open"}"#) == "performing")
        #expect(search.refusal("retry") == "gone")
        service.answer(0)
        await search.settle()
        #expect(search.refusal("accept", #"{"action":"open"}"#) == nil)
    }

    @Test func aFailureIsABannerUntilAnotherQueryIsAskedFor() async throws {
        let search = try await search()
        try search.send("accept")
        service.fail(0, Failure("timeout", "late"))
        #expect(await search.changes { await search.settle() } == ["performing"])
        #expect(search.errors.map { $0["display"]?.stringValue } == ["banner"])
        #expect(search.errors.map { $0["retry"]?.stringValue } == ["retry"])
        // Neither the same query nor text that is still being composed counts as a change.
        try search.send("setQuery", #"{"query":" a "}"#)
        try search.send("setQuery", #"{"query":"ab","isComposing":true}"#)
        #expect(search.errors.count == 1)
        try search.send("setQuery", #"{"query":"ab"}"#)
        #expect(search.errors.isEmpty)
    }

    @Test func retryThroughAFrontEndAsksOnceMore() async throws {
        let search = try await search()
        try search.send("accept")
        service.fail(0, Failure("timeout", "late"))
        await search.settle()
        try search.send("retry")
        #expect(text(search.state["performing"]) == #"{"action":"archive","ids":["0"]}"#)
        #expect(search.errors.isEmpty)
        service.fail(1, Failure("broken", "for ever", retryable: false))
        await search.settle()
        #expect(search.refusal("retry") == "notRetryable")
        #expect(service.calls.count == 2)
    }

    @Test func resetAndCloseEndIt() async throws {
        let search = try await search()
        try search.send("accept")
        try search.send("reset")
        #expect(text(search.state["performing"]) == "null")
        service.answer(0)
        search.source.answer(1, with: SearchDriver.page(["aa"]))
        await search.settle()
        #expect(search.state["history"]?.count == 0)
        try await search.search("a")
        try search.send("accept")
        search.store.close()
        #expect(search.isSettled)
        service.answer(1)
    }

    @Test func anInputMethodAndAFilterLeaveItAlone() async throws {
        let search = try await search()
        try search.send("accept")
        try search.send("setQuery", #"{"query":"x","isComposing":true}"#)
        try search.send("setFilter", #"{"filter":{"text":"a"}}"#)
        try search.send("submitQuery")
        #expect(search.state["performing"]?["action"]?.stringValue == "archive")
        service.answer(0)
        await search.settle()
        #expect(text(search.state["performing"]) == "null")
    }

    @Test func theStateTellsHowShortAQueryMayBe() async {
        let search = await SearchDriver.loaded(["a"]) { $0.minLength = 3 }
        #expect(search.state["minLength"]?.intValue == 3)
    }
}
