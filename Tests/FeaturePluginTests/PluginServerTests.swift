import FHHosting
import FHJSON
import FeatureKit
import FeaturePlugin
import FeatureTesting
import Synchronization
import TestSupport
import Testing

@testable import FHPeers

@Suite(.hangLimit)
struct PluginServerTests {
    private func sources(_ source: SimulatedSource = SimulatedSource()) -> PluginSources {
        var sources = PluginSources()
        sources.add("simulated") { _, _ in source }
        sources.add("refused") { _, options throws(Failure) in
            throw Failure("invalidOptions", "options \(JSONText(options)) are wrong", retryable: false)
        }
        return sources
    }

    @Test func itSaysWhatItIs() async throws {
        let rig = try PluginRig(sources())
        let said = try await rig.result(
            "initialize", #"{"protocolVersions":["1"],"clientInfo":{"name":"h"},"processId":1}"#)
        let right = """
            {"protocolVersion":"1","hostInfo":{"name":"rig","version":"7"},\
            "capabilities":{"features":false,"sources":["simulated","refused"]}}
            """
        #expect(said == right)
        #expect(try await PluginRig(sources()).failure("initialize", #"{"protocolVersions":["2"]}"#).code == -31008)
        #expect(try await rig.result("feature/list") == #"{"features":[]}"#)
        #expect(try await rig.result("ping") == "null")
    }

    @Test func theEndHasItsStatus() async throws {
        let polite = try PluginRig(sources())
        #expect(try await polite.result("shutdown") == "null")
        #expect(try await polite.failure("ping").code == -32600)
        try polite.notify("exit")
        #expect(try await polite.next() == nil)
        #expect(await polite.status == 0)

        let sudden = try PluginRig(sources())
        try sudden.notify("exit")
        #expect(await sudden.status == 1)

        let gone = try PluginRig(sources())
        try gone.endInput()
        #expect(await gone.status == 0)
    }

    @Test func whatWasAskedIsAnsweredBeforeTheEndOfTheInput() async throws {
        let source = SimulatedSource()
        let rig = try PluginRig(sources(source))
        try await rig.open()
        let id = try rig.begin("source/delete", #"{"source":"s","opId":"1","ids":["a"]}"#)
        try rig.endInput()
        source.answer(0)
        #expect(try await rig.answer(to: id)["result"] == .emptyObject)
        #expect(await rig.status == 0)
    }

    @Test func exitAnswersWhatStillWaits() async throws {
        let rig = try PluginRig(sources())
        try await rig.open()
        let id = try rig.begin("source/delete", #"{"source":"s","opId":"1","ids":["a"]}"#)
        try rig.notify("exit")
        let answer = try await rig.answer(to: id)
        #expect(answer["error"]?["code"]?.intValue == -31009)
        #expect(await rig.status == 1)
    }

    @Test(arguments: [
        ("nonsense", "{}", -32601, "there is no method nonsense"),
        ("source/nonsense", #"{"source":"s"}"#, -32601, "there is no method source/nonsense"),
        ("source/fetch", #"{"source":"s","limit":1}"#, -32602, "the param offset is missing, and so is cursor"),
        ("source/fetch", #"{"source":"s","offset":0,"cursor":"c","limit":1}"#, -32602, "the param cursor is given"),
        ("source/fetch", #"{"source":"s","offset":-1,"limit":1}"#, -32602, "the param offset must be 0 or more"),
        ("source/fetch", #"{"source":"s","offset":0,"limit":0}"#, -32602, "the param limit must be"),
        (
            "source/fetch", #"{"source":"s","offset":0,"limit":1,"where":{"key":1}}"#, -32602,
            "the param where is wrong: /where/key must be a string"
        ),
        ("source/fetch", #"{"source":"t","offset":0,"limit":1}"#, -32602, "the param source names t, which is not"),
        ("source/search", #"{"source":"s","query":"","limit":1}"#, -32602, "the param query must not be empty"),
        ("source/insert", #"{"source":"s","opId":"1","id":"","value":{}}"#, -32602, "the param id must not be empty"),
        ("source/insert", #"{"source":"s","opId":"1","id":"a","value":[]}"#, -32602, "the param value must be an"),
        ("source/insert", #"{"source":"s","id":"a","value":{}}"#, -32602, "the param opId is missing"),
        ("source/update", #"{"source":"s","opId":"1","id":"a"}"#, -32602, "the param patch is missing"),
        ("source/move", #"{"source":"s","opId":"1","ids":["a"]}"#, -32602, "the param beforeId is missing, and so is"),
        (
            "source/move", #"{"source":"s","opId":"1","ids":["a"],"beforeId":"b","afterId":"b"}"#, -32602,
            "the param afterId is given together with"
        ),
        ("source/delete", #"{"source":"s","opId":"1","ids":[1]}"#, -32602, "the param ids must be an array of strings"),
        ("source/open", #"{"source":"x","kind":"none"}"#, -32602, "the param kind names no kind of sources"),
    ])
    func aWrongRequestIsToldWhatIsWrong(method: String, params: String, code: Int, message: String) async throws {
        let rig = try PluginRig(sources())
        try await rig.open()
        let failure = try await rig.failure(method, params)
        #expect(failure.code == code && failure.message.hasPrefix(message), "\(failure)")
        #expect(failure.isRetryable == false)
    }

    @Test func whatIsNotJSONIsAnswered() async throws {
        let rig = try PluginRig(sources())
        try rig.send("{nonsense")
        #expect(try await rig.next()?["error"]?["code"]?.intValue == -32700)
        try rig.send(#"[{"jsonrpc":"2.0","id":"a","method":"ping"},7,{"jsonrpc":"2.0","method":"ping"}]"#)
        let batch = try #require(try await rig.next())
        #expect(batch.count == 2 && batch[0]?["id"]?.stringValue == "a" && batch[1]?["error"] != nil)
    }

    @Test func aBatchRunsInOrder() async throws {
        let source = SimulatedSource()
        let rig = try PluginRig(sources(source))
        try await rig.open()
        let edits = (0..<3).map {
            #"{"jsonrpc":"2.0","id":"\#($0)","method":"source/delete","params":{"source":"s","opId":"\#($0)","ids":[]}}"#
        }
        for number in [2, 1, 0] { source.answer(number) }
        try rig.send("[\(edits.joined(separator: ","))]")
        let batch = try #require(try await rig.next())
        #expect(batch.elements.map { $0["id"]?.stringValue } == ["0", "1", "2"])
        #expect(source.operations == ["0", "1", "2"])
    }

    // MARK: Opening

    @Test func whatIsAskedBehindAnOpeningWaitsForIt() async throws {
        let source = SimulatedSource()
        let gate = AsyncStream.makeStream(of: Void.self)
        var sources = PluginSources()
        sources.add("slow") { _, _ in
            for await _ in gate.stream {}
            return source
        }
        let rig = try PluginRig(sources)
        let open = try rig.begin("source/open", #"{"source":"s","kind":"slow"}"#)
        let fetch = try rig.begin("source/fetch", #"{"source":"s","offset":0,"limit":1}"#)
        #expect(try await rig.result("ping") == "null")
        #expect(source.calls.isEmpty)
        source.answer(0)
        gate.continuation.finish()
        #expect(try await rig.answer(to: open)["result"] == .emptyObject)
        #expect(try await rig.answer(to: fetch)["result"]?["endReached"] == .bool(true))
    }

    @Test func anOpeningThatFailsFailsWhatIsBehindIt() async throws {
        let source = SimulatedSource()
        let rig = try PluginRig(sources(source))
        let open = try rig.begin("source/open", #"{"source":"s","kind":"refused","options":{"a":1}}"#)
        let fetch = try rig.begin("source/fetch", #"{"source":"s","offset":0,"limit":1}"#)
        for id in [open, fetch] {
            let failure = try PluginFailure(#require(try await rig.answer(to: id)["error"]))
            #expect(failure.description == #"-31009 invalidOptions options {"a":1} are wrong"#)
        }
        try await rig.open()
        source.answer(0)
        #expect(try await rig.result("source/fetch", #"{"source":"s","offset":0,"limit":1}"#).hasPrefix("{"))
    }

    @Test func anOpeningThatIsCancelledFailsWhatIsBehindIt() async throws {
        var sources = sources()
        let (never, held) = AsyncStream.makeStream(of: Void.self)
        sources.add("never") { _, _ throws(Failure) in
            for await _ in never {}
            throw .cancelled
        }
        let rig = try PluginRig(sources)
        let open = try rig.begin("source/open", #"{"source":"s","kind":"never"}"#)
        let fetch = try rig.begin("source/fetch", #"{"source":"s","offset":0,"limit":1}"#)
        try rig.notify("$/cancelRequest", #"{"id":\#(open)}"#)
        #expect(try await rig.answer(to: open)["error"]?["code"]?.intValue == -32800)
        #expect(try await rig.answer(to: fetch)["error"]?["code"]?.intValue == -32800)
        try await rig.open()
        held.finish()
    }

    // MARK: Many requests

    @Test func whatIsMoreThanMayBeUnderWayWaits() async throws {
        let source = SimulatedSource()
        let rig = try PluginRig(sources(source)) { $0.limits.maxInFlight = 2 }
        try await rig.open()
        let ids = try (0..<6).map {
            try rig.begin("source/delete", #"{"source":"s","opId":"\#($0)","ids":[]}"#)
        }
        for number in 0..<6 { source.answer(number) }
        for id in ids { #expect(try await rig.answer(to: id)["result"] == .emptyObject) }
        #expect(source.operations.sorted() == (0..<6).map(String.init))
    }

    // MARK: A slow reader

    @Test func aHostThatDoesNotReadHoldsUpNothingButItself() async throws {
        var sources = PluginSources()
        sources.add("big") { _, _ in BigSource() }
        let rig = try PluginRig(sources, isReading: false)
        _ = try rig.begin("source/open", #"{"source":"s","kind":"big"}"#)
        // 40 MB of answers exceed the pipe and the outbox; the requests fit into their pipe.
        for _ in 0..<40 { _ = try rig.begin("source/fetch", #"{"source":"s","offset":0,"limit":1}"#) }
        try rig.endInput()
        rig.startReading()
        var ids: [Int] = []
        while let message = try await rig.next() { ids.append(message["id"]?.intValue ?? 0) }
        #expect(ids == Array(1...41))
        #expect(await rig.status == 0)
    }
}

/// A source with one row of a megabyte, available immediately.
private struct BigSource: DataSource {
    private static let row = SourceRow(
        id: "a", value: JSONText.object("id", .string(String(repeating: "x", count: 1_000_000))))

    var capabilities: SourceCapabilities { [] }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        .now(.success(Page(rows: [Self.row], endReached: true)))
    }
}
