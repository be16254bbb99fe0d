import FHHosting
import FHJSON
import FHWorkspaces
import TestSupport
import Testing

/// Forms that submit to operations of a workspace's commands.
@Suite(.hangLimit) struct WorkspaceOperationTests {
    /// Makes a form whose values, including a secret, are submitted to a script.
    private func submitting(_ script: String) throws -> Workspace {
        try workspace(
            #"""
            {"sources": {"do": {"type": "command", "operations": {"send": {"argv": ["sh", "-c", "\#(script)"]}}}},
             "features": {"f": {"kind": "form", "submit": {"source": "do", "call": "perform", "operation": "send"},
               "sections": [{"fields": [{"name": "a", "type": "text", "default": "x"}, {"name": "s", "type": "secure"}]}]}}}
            """#)
    }

    /// Submits the form over a script with the secret `s3cret`, and returns the messages of the host.
    private func submit(_ script: String) async throws -> [JSONValue] {
        var said: [JSONValue] = []
        try await withHost(Catalog(try submitting(script).features)) { host in
            let front = await host.frontEnd()
            said += await front.ask("feature/open", #"{"feature":"f","instance":"f"}"#)
            let secret = #"{"instance":"f","action":"setSecret","params":{"path":"/s","value":"s3cret"}}"#
            said += await front.ask("feature/send", secret)
            said += await front.ask("feature/send", #"{"instance":"f","action":"submit","await":"settled"}"#)
        }
        return said
    }

    @Test func anOperationGetsTheValuesAndItsSecrets() async throws {
        let said = try await submit(#"test \"$(cat)\" = '{\"a\":\"x\",\"s\":\"s3cret\"}'"#)
        let state = said.compactMap(\.snapshot).last?["state"]
        #expect(state?["status"]?.stringValue == "succeeded")
        #expect(try state?["result"] == JSONValue(parsing: #"{"a":"x"}"#))
        #expect(!said.contains { JSONText($0).string.contains("s3cret") })
    }

    @Test func anOperationSaysWhatIsWrong() async throws {
        let printed = #"{'errors':[{'path':'/a','code':'taken','message':'Taken.'},{'code':'late','message':'Late.'}]}"#
        let said = try await submit(#"echo '\#(printed.replacing("'", with: #"\""#))'"#)
        let state = said.compactMap(\.snapshot).last?["state"]
        #expect(state?["status"]?.stringValue == "editing")
        let first = state?["fields"]?["/a"]?["messages"]?.elements.first
        #expect(first?["code"]?.stringValue == "taken" && first?["text"]?.stringValue == "Taken.")
        #expect(state?["formMessages"]?.elements.first?["code"]?.stringValue == "late")
    }

    @Test func anOperationThatFailsRepeatsNoSecret() async throws {
        let said = try await submit("cat >&2; exit 3")
        let last = said.compactMap(\.snapshot).last
        #expect(last?["state"]?["status"]?.stringValue == "failed")
        #expect(last?["errors"]?.elements.first?["code"]?.stringValue == "commandFailed")
        #expect(!said.contains { JSONText($0).string.contains("s3cret") })
    }
}
