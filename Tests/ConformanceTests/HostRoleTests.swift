import FHJSON
import Testing

@testable import FHConformance

/// The role of the host that clients are tested against.
@Suite struct HostRoleTests {
    /// Violations about `acme` are exempt: some scenarios use unknown names on purpose.
    @Test func whatItSaysIsValid() throws {
        let fixtures = try Fixtures()
        let scenarios = fixtures.scenarios.filter { $0.party == .frontEnd }
        #expect(scenarios.count > 30)
        for scenario in scenarios {
            let names: Names = ["snapshot": try #require(scenario.role).snapshot]
            for step in scenario.steps {
                let (value, name): (JSONValue, String)
                switch step.operation {
                case .asked(let asked) where asked.member == "result":
                    (value, name) = (asked.value.filled(from: names), SchemaSet.name(asked.method, "result"))
                case .send(let sent) where sent.message["method"] != nil && sent.message["id"] == nil:
                    let method = sent.message["method"]?.stringValue ?? ""
                    (value, name) = (
                        (sent.message["params"] ?? .emptyObject).filled(from: names), SchemaSet.name(method, "params")
                    )
                default: continue
                }
                let violation = fixtures.schemas.violation(in: value, by: name)
                if violation?.reason.contains("acme") == true { continue }
                #expect(violation == nil, "\(scenario.name):\(step.line): \(violation.map { "\($0)" } ?? "")")
            }
        }
    }

    @Test func whatALineIsAboutIsNotAnsweredByItself() throws {
        let setting = try JSONValue(parsing: #"{"about":"x","tries":"front end"}"#)
        let ping = try JSONValue(parsing: #"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)
        let asked = try JSONValue(parsing: #"{"asked":"ping","answer":null}"#)
        #expect(try Scenario(name: "x", values: [setting]).role?.answer(to: ping)?["id"] == .string("a"))
        #expect(try Scenario(name: "x", values: [setting, asked]).role?.answer(to: ping) == nil)
    }

    @Test func aSnapshotIsChangedByWhatTheScenarioAndTheLineSay() throws {
        let setting = #"{"about":"x","tries":"front end","snapshot":{"kind":"list","state":{"rows":1}}}"#
        let role = try #require(Scenario(name: "x", values: [JSONValue(parsing: setting)]).role)
        let filled = try JSONValue(parsing: #"{"a":{"$snapshot":{"revision":3,"state":{"count":null}}}}"#)
            .filled(from: ["snapshot": role.snapshot])
        #expect(filled["a"]?["revision"] == .integer(3))
        #expect(filled["a"]?["kind"] == .string("list"))
        #expect(filled["a"]?["state"]?["rows"] == .integer(1))
        #expect(filled["a"]?["state"]?["count"] == nil)
    }
}
