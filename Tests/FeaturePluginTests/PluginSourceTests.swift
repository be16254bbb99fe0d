import FHJSON
import FeatureKit
import FeaturePlugin
import FeatureTesting
import TestSupport
import Testing

@Suite(.hangLimit)
struct PluginSourceTests {
    private func sources(_ source: SimulatedSource) -> PluginSources {
        var sources = PluginSources()
        sources.add("simulated") { _, _ in source }
        return sources
    }

    private func rig(_ source: SimulatedSource) async throws -> PluginRig {
        let rig = try PluginRig(sources(source))
        try await rig.open()
        return rig
    }

    /// The version of ``row(_:)``.
    private let version = "-AZQFsuA7mF"

    private func row(_ id: String) -> SourceRow {
        SourceRow(id: id, value: JSONText.build { $0.raw(#"{"id":"x","n":1}"#) })
    }

    @Test func aPageIsFetchedAsItIsAskedFor() async throws {
        let source = SimulatedSource(capabilities: [.query])
        let rig = try await rig(source)
        source.answer(0, with: Page(rows: [row("x")], nextCursor: "c2", endReached: false, totalCount: 9))
        source.answer(1)
        let page = try await rig.result("source/fetch", #"{"source":"s","offset":3,"limit":10,"refresh":true,"x":1}"#)
        let versions = #""versions":{"x":"\#(version)"}"#
        #expect(
            page == #"{"items":[{"id":"x","n":1}],\#(versions),"nextCursor":"c2","endReached":false,"totalCount":9}"#)
        let query = #""where":{"key":"n","equals":1},"text":"w","textKeys":["n"],"sort":[{"key":"n","number":true}]"#
        let empty = try await rig.result("source/fetch", #"{"source":"s","cursor":"c2","limit":1,\#(query)}"#)
        #expect(empty == #"{"items":[],"endReached":true}"#)
        let right = RowQuery(
            predicate: .equals("n", .integer(1)), text: "w", textKeys: ["n"], sort: [SortKey("n", isNumber: true)])
        #expect(
            source.calls == [
                .fetch(FetchRequest(start: .offset(3), limit: 10, isRefresh: true)),
                .fetch(FetchRequest(start: .cursor("c2"), limit: 1, query: right)),
            ])
    }

    @Test func editsGoToTheSource() async throws {
        let source = SimulatedSource()
        let rig = try await rig(source)
        for number in 0..<5 { source.answer(number, with: Page(rows: [row("x")], endReached: true)) }
        let item = #"{"item":{"id":"x","n":1},"version":"\#(version)"}"#
        let insert = #"{"source":"s","opId":"1","id":"x","value":{"id":"x"},"beforeId":"y"}"#
        // The source returns the row that it has stored, which differs from the given one.
        #expect(try await rig.result("source/insert", insert) == item)
        let update = #"{"source":"s","opId":"2","id":"x","patch":{"n":null}}"#
        #expect(try await rig.result("source/update", update) == item)
        let before = #"{"source":"s","opId":"3","ids":["a","b"],"beforeId":null}"#
        #expect(try await rig.result("source/move", before) == "{}")
        let behind = #"{"source":"s","opId":"4","ids":["a"],"afterId":"b"}"#
        #expect(try await rig.result("source/move", behind) == "{}")
        #expect(try await rig.result("source/delete", #"{"source":"s","opId":"5","ids":[]}"#) == "{}")
        #expect(
            source.calls == [
                .insert("x", before: "y"), .update("x", try JSONText(parsing: #"{"n":null}"#)),
                .move(["a", "b"], before: nil), .move(["a"], behind: "b"), .delete([]),
            ])
        #expect(source.operations == ["1", "2", "3", "4", "5"])
    }

    @Test func aConflictNamesTheRowsAsTheyAre() async throws {
        let source = SimulatedSource()
        let rig = try await rig(source)
        source.fail(0, .conflict(current: [row("x")]))
        source.answer(1, with: Page(rows: [row("x")], endReached: true))
        let one = #"{"source":"s","opId":"1","id":"x","patch":{"n":2},"ifVersion":"v"}"#
        let answer = try await rig.ask("source/update", one)
        let error = try #require(answer["error"])
        #expect(error["data"]?["code"]?.stringValue == "conflict")
        #expect(error["data"]?["version"]?.stringValue == version)
        #expect(error["data"]?["item"]?["n"]?.intValue == 1)
        let many = #"{"source":"s","opId":"2","items":[{"id":"x","patch":{"n":2},"ifVersion":"v"}]}"#
        let right = #"{"items":[{"id":"x","n":1}],"versions":{"x":"\#(version)"}}"#
        #expect(try await rig.result("source/update", many) == right)
        #expect(source.versions(of: 0) == ["v"] && source.versions(of: 1) == ["v"])
    }

    @Test func aSearchGivesResultsAndWhereTheyMatch() async throws {
        let source = SimulatedSource(capabilities: [.search])
        let rig = try await rig(source)
        let places = try JSONText(parsing: #"[{"key":"n","ranges":[[0,1]]}]"#)
        source.answer(0, with: Page(rows: [row("x")], endReached: true), matches: [0: places])
        let found = try await rig.result("source/search", #"{"source":"s","query":"q","limit":5,"filter":"f"}"#)
        let versions = #""versions":{"x":"\#(version)"}"#
        let matches = #""matches":{"x":[{"key":"n","ranges":[[0,1]]}]}"#
        #expect(found == #"{"items":[{"id":"x","n":1}],\#(versions),"endReached":true,\#(matches)}"#)
        #expect(source.calls == [.search(SearchRequest(query: "q", limit: 5, filter: "f"))])
    }

    @Test func anOperationBringsAnOutputOrMistakes() async throws {
        var sources = PluginSources()
        sources.add("judge") { _, _ in Judge() }
        let rig = try PluginRig(sources)
        try await rig.open("judge")
        func params(_ operation: String) -> String {
            #"{"source":"s","opId":"1","operation":"\#(operation)","input":{"a":1}}"#
        }
        #expect(try await rig.result("source/perform", params("echo")) == #"{"output":{"a":1}}"#)
        let mistakes = #"{"errors":[{"path":"/a","code":"taken","message":"Taken."},{"code":"odd","message":"Odd."}]}"#
        #expect(try await rig.result("source/perform", params("judge")) == mistakes)
        let simulated = try await self.rig(SimulatedSource())
        #expect(try await simulated.failure("source/perform", #"{"source":"s","operation":"x"}"#).code == -32602)
    }

    @Test func aFailureIsToldWithItsWord() async throws {
        let source = SimulatedSource()
        let rig = try await rig(source)
        source.fail(0, Failure("targetGone", "gone", retryable: false))
        source.fail(1, Failure("networkError", "no net"))
        let update = #"{"source":"s","opId":"2","id":"x","patch":{}}"#
        #expect(try await rig.failure("source/update", update).description == "-31009 targetGone gone")
        #expect(try await rig.failure("source/update", update).description == "-31009 networkError retryable no net")
        let query = #"{"source":"s","offset":0,"limit":1,"text":"w"}"#
        #expect(try await rig.failure("source/fetch", query).description.hasPrefix("-31009 invalidData this source"))
    }

    @Test func changesAreTold() async throws {
        let source = SimulatedSource(tellsChanges: true)
        let rig = try await rig(source)
        source.changes?.tell()
        let other = try #require(try await rig.next())
        #expect(JSONText(other).string == #"{"jsonrpc":"2.0","method":"source/changed","params":{"source":"s"}}"#)
        source.changes?.tell(SourceChange(opID: "o1"))
        let own = try #require(try await rig.next())
        #expect(own["params"].map { JSONText($0).string } == #"{"source":"s","opId":"o1"}"#)
    }

    @Test func whatWaitsForAnOpeningIsAnsweredAlsoWhereTheSourceIsOpenedAnew() async throws {
        let (source, gate) = (SimulatedSource(), Gate())
        source.answer(0)
        source.answer(1)
        var sources = PluginSources()
        sources.add("simulated") { _, _ in
            await gate.wait()
            return source
        }
        let rig = try PluginRig(sources)
        var asked: [Int] = []
        for _ in 0..<2 {
            asked.append(try rig.begin("source/open", #"{"source":"s","kind":"simulated","options":{}}"#))
            asked.append(try rig.begin("source/fetch", #"{"source":"s","offset":0,"limit":1}"#))
        }
        // All messages have been accepted.
        #expect(try await rig.result("ping") == "null")
        gate.open()
        for id in asked { #expect(try await rig.answer(to: id)["error"] == nil) }
    }

    @Test func aCancelledRequestIsAnsweredAtOnceAndItsWorkIsEnded() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        var sources = PluginSources()
        sources.add("endless") { _, _ in EndlessSource { end.yield() } }
        let rig = try PluginRig(sources)
        try await rig.open("endless")
        let id = try rig.begin("source/fetch", #"{"source":"s","offset":0,"limit":1}"#)
        try rig.notify("$/cancelRequest", #"{"id":\#(id)}"#)
        let answer = try await rig.answer(to: id)
        #expect(answer["error"]?["code"]?.intValue == -32800)
        var iterator = ended.makeAsyncIterator()
        _ = await iterator.next()
        #expect(try await rig.result("ping") == "null")
    }
}

/// A source that echoes values or returns validation errors.
private struct Judge: DataSource {
    var capabilities: SourceCapabilities { .perform }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(Page(rows: [], endReached: true))) }

    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        if operation == "echo" { return .after(milliseconds: 1, .success(input)) }
        return .later { () async throws(Failure) in
            throw .invalidValues([
                .init(path: "/a", code: "taken", message: "Taken."), .init(path: nil, code: "odd", message: "Odd."),
            ])
        }
    }
}

/// A source that answers a fetch only after its cancellation.
private struct EndlessSource: DataSource {
    let onCancel: @Sendable () -> Void

    var capabilities: SourceCapabilities { [] }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        .later { () async throws(Failure) in
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            continuation.finish()
            onCancel()
            throw .cancelled
        }
    }
}
