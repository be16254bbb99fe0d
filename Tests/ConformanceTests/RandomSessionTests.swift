import FHJSON
import TestSupport
import Testing

@testable import FHConformance

/// Sessions of random messages.
@Suite struct RandomSessionTests {
    private let features = try! JSONValue(
        parsing: """
            [{"id":"tasks","kind":"list","title":"Tasks","fixtures":["many"],"state":{},"actions":[
            {"name":"select","params":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}},
            {"name":"mode","params":{"type":"object","properties":{"to":{"enum":["a","b"]}},"required":["to"]}}]}]
            """
    ).elements

    private func scenario(_ seed: Int) throws -> Scenario {
        let setting = #"{"about":"x","workspace":{"sources":{"rows":{"type":"inline","rows":[{"id":"r1"}]}}}}"#
        return try .scenario(seed, JSONValue(parsing: setting), Array(features))
    }

    /// Returns the sent messages as text.
    private func messages(_ scenario: Scenario) -> [String] {
        scenario.steps.compactMap { if case .send(let sent) = $0.operation { "\(sent.message)" } else { nil } }
    }

    @Test func aSeedGivesTheSameSessionEachTime() throws {
        for seed in [0, 1, 77, 1 << 40] {
            #expect(try messages(scenario(seed)) == messages(scenario(seed)))
        }
        #expect(try messages(scenario(1)) != messages(scenario(2)))
    }

    @Test func neighbouringSeedsHaveNothingToDoWithEachOther() {
        let first = (0..<100).map { seed in
            var chance = Chance(seed: seed)
            return Int.random(in: 0..<1_000, using: &chance)
        }
        #expect(Set(first).count > 80)
        #expect(Set(first.map { $0 / 100 }).count == 10)
    }

    /// Snapshots of all open instances are requested before each ping, so that the states from patches can be compared.
    @Test func whatIsOpenIsAskedForBeforeEachPing() throws {
        for seed in 0..<10 {
            var asked: Set<String> = []
            var opened: Set<String> = []
            for step in try scenario(seed).steps.dropFirst() {
                switch step.operation {
                case .send(let sent):
                    for message in sent.message.isArray ? Array(sent.message.elements) : [sent.message] {
                        let name = message["params"]?["instance"]?.stringValue ?? ""
                        let method = message["method"]?.stringValue
                        if method == "feature/open" { opened.insert(name) }
                        if method == "feature/snapshot" { asked.insert(name) }
                    }
                case .call:
                    #expect(asked.isSuperset(of: opened))
                    asked = []
                default: break
                }
            }
        }
    }

    /// All actions are sent, mostly with valid params, and each request has a unique id.
    @Test func whatIsSentIsWhatTheCatalogHas() throws {
        var params: [String: [JSONValue]] = [:]
        for seed in 0..<40 {
            var ids: Set<JSONValue> = []
            for case .send(let sent) in try scenario(seed).steps.map(\.operation) {
                for message in sent.message.isArray ? Array(sent.message.elements) : [sent.message] {
                    if let id = message["id"] { #expect(ids.insert(id).inserted) }
                    guard let action = message["params"]?["action"]?.stringValue else { continue }
                    params[action, default: []].append(message["params"]?["params"] ?? .null)
                }
            }
        }
        #expect(Set(params.keys) == ["select", "mode"])
        let ids = (params["select"] ?? []).compactMap { $0["id"]?.stringValue }
        #expect(ids.contains("r1"), "what the workspace has is tried")
        #expect(Double(ids.count) > 0.8 * Double(params["select"]?.count ?? 0))
        let modes = Set((params["mode"] ?? []).compactMap { $0["to"]?.stringValue })
        #expect(modes.isSuperset(of: ["a", "b"]))
    }
}

extension Scenario {
    fileprivate static func scenario(_ seed: Int, _ setting: JSONValue, _ features: [JSONValue]) throws -> Scenario {
        try RandomSession.scenario(seed: seed, setting: setting, features: features, Chance(seed: seed))
    }
}
