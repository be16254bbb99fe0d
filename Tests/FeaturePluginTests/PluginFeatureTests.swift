import FHJSON
import FeatureKit
import FeaturePlugin
import FeatureTesting
import TestSupport
import Testing

@Suite(.hangLimit)
struct PluginFeatureTests {
    private let features = [FeatureRegistration { Tally() }, FeatureRegistration { Question() }]

    @Test func itSaysWhatItHas() async throws {
        let rig = try PluginRig(features: features)
        let answer = try await rig.ask("initialize", #"{"protocolVersions":["1"],"clientInfo":{"name":"h"}}"#)
        let said = try #require(answer["result"])
        #expect(said["hostInfo"].map { JSONText($0).string } == #"{"name":"rig","version":"7"}"#)
        let right =
            #"{"updates":["snapshot","patch"],"virtualClock":false,"requestIds":true,"features":true,"sources":[]}"#
        #expect(said["capabilities"].map { JSONText($0).string } == right)
        let listed = try #require(try await rig.ask("feature/list")["result"]?["features"])
        #expect(listed.elements.map { $0["id"]?.stringValue } == ["tally", "question"])
        #expect(listed[0]?["actions"]?[0]?["name"]?.stringValue == "add")
        #expect(said["features"] == listed)
    }

    @Test func aSnapshotComesBeforeTheAnswerThatItIsFor() async throws {
        let rig = try PluginRig(features: features)
        let opened = try await rig.ask("feature/open", #"{"feature":"tally","instance":"host 7","params":{}}"#)
        #expect(opened["result"]?["instance"]?.stringValue == "host 7")
        #expect(opened["result"]?["revision"]?.intValue == 0)
        let id = try rig.begin("feature/send", #"{"instance":"host 7","action":"add"}"#)
        #expect(try await rig.answer(to: id)["result"]?["revision"]?.intValue == 1)
        let snapshot = try #require(rig.passed.first)
        #expect(rig.passed.count == 1 && snapshot["method"]?.stringValue == "state/snapshot")
        #expect(snapshot["params"]?["instance"]?.stringValue == "host 7")
        let right = #"{"action":"add","path":[],"origin":"client","request":\#(id)}"#
        #expect(snapshot["params"]?["cause"].map { JSONText($0).string } == right)
        #expect(try await rig.result("feature/close", #"{"instance":"host 7"}"#) == "null")
        #expect(try await rig.failure("feature/snapshot", #"{"instance":"host 7"}"#).code == -31002)
    }

    @Test func aDialogIsOneRequest() async throws {
        let rig = try PluginRig(features: features)
        let run = try rig.begin("feature/run", #"{"feature":"question","instance":"q","params":{}}"#)
        let first = try #require(try await rig.next())
        #expect(first["method"]?.stringValue == "state/snapshot" && first["params"]?["revision"]?.intValue == 0)
        _ = try await rig.ask("feature/send", #"{"instance":"q","action":"yes"}"#)
        #expect(
            try await rig.answer(to: run)["result"].map { JSONText($0).string }
                == #"{"outcome":"completed","output":{"isSure":true}}"#)
    }

    @Test func featuresAndSourcesAreServedSideBySide() async throws {
        let source = SimulatedSource()
        var sources = PluginSources()
        sources.add("simulated") { _, _ in source }
        let rig = try PluginRig(sources, features: features)
        let said = try await rig.ask("initialize")["result"]?["capabilities"]
        #expect(said?["features"]?.boolValue == true)
        #expect(said?["sources"].map { JSONText($0).string } == #"["simulated"]"#)
        try await rig.open()
        let fetch = try rig.begin("source/fetch", #"{"source":"s","offset":0,"limit":1}"#)
        _ = try await rig.ask("feature/open", #"{"feature":"tally","instance":"t"}"#)
        #expect(try await rig.ask("feature/send", #"{"instance":"t","action":"add"}"#)["error"] == nil)
        source.answer(0)
        #expect(try await rig.answer(to: fetch)["result"]?["endReached"] == .bool(true))
    }

    @Test func aPluginWithoutSourcesKnowsNoKind() async throws {
        let rig = try PluginRig(features: features)
        let failure = try await rig.failure("source/open", #"{"source":"s","kind":"table"}"#)
        #expect(failure.code == -32602 && failure.message.hasSuffix("of this plugin: it has none"), "\(failure)")
    }
}

/// A feature that counts.
private struct Tally: Feature {
    static let id = "tally"

    struct State: Codable, Equatable { var count = 0 }
    enum Action: Codable, CaseIterable { case add }

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.count += 1
        return .none
    }
}

/// A feature that completes with an answer.
private struct Question: Feature {
    static let id = "question"

    struct State: Codable, Equatable {}
    enum Action: Codable, CaseIterable { case yes }

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        .output(Output("answer", value: JSONText.object("isSure", .bool(true))))
    }
}
