import FHJSON
import Testing

@testable import FHConformance

/// Scenarios that are also played with patches.
@Suite struct ScenarioPatchesTests {
    private func scenario(_ setting: String, _ lines: String...) throws -> Scenario {
        try Scenario(name: "x", values: ([setting] + lines).map { text in try JSONValue(parsing: text) })
    }

    private let shows = #"{"state":{"revision":0},"of":"a"}"#

    @Test func whatLooksAtSnapshotsIsPlayedWithPatches() throws {
        let next = #"{"next":{"method":"state/snapshot"}}"#
        for line in [shows, next] {
            #expect(try scenario(#"{"about":"x"}"#, line).ways == [.lines, .headers, .bytes, .patches])
        }
        #expect(try scenario(#"{"about":"x"}"#, #"{"next":{"id":1}}"#).ways == [.lines, .headers, .bytes])
        #expect(try scenario(#"{"about":"x","framings":["headers"]}"#, shows).ways == [.headers])
    }

    @Test func whatSaysHowItIsToldIsNot() throws {
        let settings = [
            #"{"about":"x","part":"patches"}"#, #"{"about":"x","initialize":false}"#, #"{"about":"x","socket":true}"#,
            #"{"about":"x","initialize":{"capabilities":{"updates":"snapshot"}}}"#,
        ]
        for setting in settings { #expect(try !scenario(setting, shows).suitsPatches, "\(setting)") }
        let lines = [
            #"{"call":"feature/open","params":{"feature":"f","updates":"snapshot"}}"#, #"{"reads":false}"#,
            #"{"send":[{"jsonrpc":"2.0","id":1,"method":"state/subscribe","params":{"updates":"patch"}}]}"#,
        ]
        for line in lines { #expect(try !scenario(#"{"about":"x"}"#, line, shows).suitsPatches, "\(line)") }
    }

    @Test func itBeginsWithTheWishForThem() throws {
        let asking = try scenario(#"{"about":"x","initialize":{"capabilities":{"sources":["s"]}}}"#, shows)
            .askingForPatches()
        guard case .call(let call) = asking.steps[0].operation else {
            Issue.record("it begins with a request")
            return
        }
        #expect(call.method == "initialize")
        #expect(call.params?["capabilities"]?["updates"] == .string("patch"))
        #expect(call.params?["capabilities"]?["sources"]?.count == 1)
        #expect(call.params == asking.initialize?.params)
        #expect(asking.steps.count == 2)
    }

    @Test func whatEndsTheHostLeavesNothingToAsk() throws {
        #expect(try scenario(#"{"about":"x"}"#, shows, #"{"status":0}"#).staysOpen)
        for line in [#"{"signal":"TERM"}"#, #"{"endInput":true}"#, #"{"send":{"jsonrpc":"2.0","method":"exit"}}"#] {
            #expect(try !scenario(#"{"about":"x"}"#, shows, line, #"{"status":0}"#).staysOpen, "\(line)")
        }
    }
}
