import FHJSON
import FHRemoteSources
import FeatureKit
import Testing

@testable import FHDataSources

/// Invalid items of a peer's page hide no valid rows, and the offsets of requests count them.
@Suite struct RemoteFlawsTests {
    private let source = RemoteSource(name: "s")

    private func request(_ offset: Int, limit: Int = 3, isRefresh: Bool = false) -> FeatureKit.FetchRequest {
        FeatureKit.FetchRequest(start: .offset(offset), limit: limit, isRefresh: isRefresh, wait: .further)
    }

    /// Answers the next request and returns its params.
    @discardableResult
    private func answer(_ text: String) throws -> JSONValue {
        for event in source.line.take() {
            guard case .asked(let request) = event else { continue }
            request.answer(.success(try JSONValue(parsing: text)))
            return request.params.value
        }
        return .null
    }

    private func offset(_ params: JSONValue) -> Int? { params["offset"]?.intValue }

    @Test func theOthersAreShownAndTheFaultsAreNamed() async throws {
        let page = source.fetch(request(0, isRefresh: true))
        try answer(#"{"items":[7,{"id":"a"},{"n":1}],"totalCount":9}"#)
        let first = try await page.value
        #expect(first.rows.map(\.id) == ["a"] && !first.endReached && first.totalCount == 7)
        #expect(first.problems?.listed.map(\.code) == ["notAnObject", "noId"])
        #expect(
            first.problems?.listed.first?.message == "items/0 of the page at offset 0 is no object; it is not shown")
        // One row is shown, and the peer has sent three items.
        let next = source.fetch(request(1))
        #expect(offset(try answer(#"{"items":[{"id":"b"},{"id":"c"},{"id":""}]}"#)) == 3)
        let second = try await next.value
        #expect(second.rows.map(\.id) == ["b", "c"] && second.problems?.count == 3)
        #expect(second.problems?.listed.last?.message.hasPrefix("items/2 of the page at offset 3") == true)
        // The errors of a page that is loaded again are counted once.
        let again = source.fetch(request(1))
        #expect(offset(try answer(#"{"items":[{"id":"b"},{"id":"c"},{"id":"d"}]}"#)) == 3)
        #expect(try await again.value.problems?.count == 2)
        let anew = source.fetch(request(0, isRefresh: true))
        try answer(#"{"items":[{"id":"a"}]}"#)
        #expect(try await anew.value.problems == nil)
    }

    @Test func pagesOfWhichNothingCanBeShownArePassedOver() async throws {
        let page = source.fetch(request(0, isRefresh: true))
        #expect(offset(try answer(#"{"items":[7,7,7]}"#)) == 0)
        #expect(offset(try answer(#"{"items":[7,7,7]}"#)) == 3)
        #expect(offset(try answer(#"{"items":[{"id":"a"}]}"#)) == 6)
        let shown = try await page.value
        #expect(shown.rows.map(\.id) == ["a"] && shown.endReached && shown.problems?.count == 6)
        let cursors = source.fetch(request(0, isRefresh: true))
        try answer(#"{"items":[7],"nextCursor":"x"}"#)
        #expect(try answer(#"{"items":[{"id":"b"},7]}"#)["cursor"]?.stringValue == "x")
        let problems = try await cursors.value.problems
        #expect(problems?.listed.last?.message.hasPrefix("items/1 of the page at the cursor x") == true)
        #expect(problems?.count == 2)
    }

    @Test func aPeerThatHasNothingButSuchItemsFails() async throws {
        let whole = source.fetch(request(0, isRefresh: true))
        try answer(#"{"items":[7]}"#)
        let failure = await whole.failure
        #expect(failure?.code == "invalidData" && failure?.message.contains("items/0 of the page at offset 0") == true)
        let endless = source.fetch(request(0, isRefresh: true))
        var pages = 0
        while !(try answer(#"{"items":[7],"nextCursor":"\#(pages)"}"#)).isNull { pages += 1 }
        #expect(pages == 100)
        #expect(await endless.failure?.code == "invalidData")
    }

    @Test func whatIsSaidBesideARowIsLeftOutAlone() async throws {
        let long = String(repeating: "x", count: 1 << 20)
        let page = source.fetch(request(0, isRefresh: true))
        try answer(#"{"items":[{"id":"a"},{"id":"b","t":"\#(long)"}],"versions":{"a":7}}"#)
        let shown = try await page.value
        #expect(shown.rows.map(\.id) == ["a"] && shown.rows[0].ownVersion == nil)
        #expect(shown.problems?.listed.map(\.code) == ["invalidVersion", "tooLong"])
        // The peer's own problems come first.
        let told = source.fetch(request(0, isRefresh: true))
        try answer(#"{"items":[{"id":"a"},7],"problems":{"count":4,"listed":[{"code":"odd","message":"It is odd."}]}}"#)
        let problems = try await told.value.problems
        #expect(problems?.count == 5 && problems?.listed.map(\.code) == ["odd", "notAnObject"])
    }

    @Test func anAnswerToAnEditIsAsStrictAsBefore() async throws {
        let edit = source.update([RowUpdate("a", patch: .emptyObject)], opID: "1")
        try answer(#"{"item":7}"#)
        #expect(await edit.failure?.message.contains("has item, which is no object") == true)
    }
}

extension SourceAnswer {
    /// The failure; nil for a value.
    fileprivate var failure: Failure? {
        get async {
            do throws(Failure) {
                _ = try await value
                return nil
            } catch {
                return error
            }
        }
    }
}
