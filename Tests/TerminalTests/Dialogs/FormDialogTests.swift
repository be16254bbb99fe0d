import FHJSON
import FHTerminalProgram
import Testing

@testable import HostCommands

/// The dialog `form`: its fields, and the form over a host in this process.
@Suite struct FormDialogTests {
    private static func workspace(_ fields: [String], hasPipe: Bool = false) throws -> JSONText {
        FormField.workspace(try fields.map { try FormField($0) }, title: "New task", hasPipe: hasPipe)
    }

    // MARK: Fields

    @Test(
        arguments: [
            ("name", ["name": "name", "type": "text"]),
            ("name::required", ["name": "name", "type": "text", "required": true]),
            ("name:text:maxLength=80", ["name": "name", "type": "text", "maxLength": 80]),
            ("name:text:default=007", ["name": "name", "type": "text", "default": "007"]),
            ("name:text:help=a=b", ["name": "name", "type": "text", "hints": ["help": "a=b"]]),
            ("at:date:default=2026-12-24", ["name": "at", "type": "date", "default": "2026-12-24"]),
            ("n:number:default=3", ["name": "n", "type": "number", "default": 3]),
            ("n:slider:minimum=0.5:default=1", ["name": "n", "type": "slider", "minimum": 0.5, "default": 1]),
            ("on:toggle:default=true", ["name": "on", "type": "toggle", "default": true]),
            ("on:toggle:default=yes", ["name": "on", "type": "toggle", "default": false]),
            (
                "p:picker:options=a,b:default=a",
                ["name": "p", "type": "picker", "options": ["a", "b"], "default": "a"]
            ),
            (
                "m:multiPicker:options=a,b:default=a,b",
                ["name": "m", "type": "multiPicker", "options": ["a", "b"], "default": ["a", "b"]]
            ),
            (#"{"name": "x", "type": "date", "label": "Day"}"#, ["name": "x", "type": "date", "label": "Day"]),
        ] as [(String, JSON)])
    func aFieldIsADeclaration(_ text: String, _ expected: JSON) throws {
        let form = JSON(try Self.workspace([text]).value)["features"]?["form"]
        #expect(form?["title"] == "New task" && form?["kind"] == "form")
        #expect(form?["sections"]?.elements.first?["fields"] == [expected])
    }

    @Test(arguments: ["{", "n:number:default=x", "n:stepper:default", "n:slider:default="])
    func aWrongFieldIsRefused(_ text: String) {
        #expect(throws: FormField.Failure.self) { try FormField(text) }
    }

    @Test func onlyTheValuesOfSecretsGoThroughAPipe() throws {
        for text in ["code:secure", #"{"name": "code", "type": "secure"}"#] { #expect(try FormField(text).isSecret) }
        #expect(try !FormField("name").isSecret)
        let open = JSON(try Self.workspace(["name"]).value)
        #expect(open["sources"] == nil && open["features"]?["form"]?["submit"] == nil)
        let secret = JSON(try Self.workspace(["code:secure"], hasPipe: true).value)
        #expect(secret["features"]?["form"]?["submit"] == ["source": "pipe", "call": "perform", "operation": "write"])
        #expect(secret["sources"]?["pipe"]?["operations"]?["write"]?["argv"] == ["sh", "-c", "cat >secret"])
    }

    @Test(
        arguments: [
            (["a", "b"], nil), (["a b", "a_b"], "the same variable, a_b"), (["1"], nil),
            (["1", "_1"], "the same variable, _1"), (["é"], "has no letter from a to z and no digit"),
        ] as [([String], String?)])
    func namesGiveVariables(_ names: [String], _ reason: String?) {
        let mistake = FormAnswer.mistake(inNames: names)
        #expect((mistake == nil) == (reason == nil))
        if let reason { #expect(mistake?.contains(reason) == true, "\(mistake ?? "")") }
    }

    // MARK: The dialog

    private static let fields = [
        "title:text:required", "n:number:default=3", "done:toggle", "tags:multiPicker:options=a,b:default=a",
    ]

    private static func play(_ steps: String) async throws -> PlayedStage.Outcome {
        let stage = try PlayedStage(rows: [])
        try stage.write(try workspace(fields).string, to: "demo.workspace.json")
        let request = FeatureDialog.Request(feature: FormField.feature, params: .emptyObject, timeoutMs: nil)
        return try await stage.play(steps, .dialog(request))
    }

    @Test func aSubmittedFormHasItsValues() async throws {
        let played = try await Self.play(
            #"[{"type": "Tea"}, {"press": ["tab", "tab", "space", "ctrl+s"]}, {"settle": true}]"#)
        #expect(played.status == 0 && played.problem == nil)
        #expect(played.output.map { JSON($0) } == ["title": "Tea", "n": 3, "done": true, "tags": ["a"]])
    }

    @Test func aWrongValueIsShownAndKeepsTheFormOpen() async throws {
        let played = try await Self.play(
            #"[{"press": "ctrl+s"}, {"frame": "Wrong"}, {"type": "Tea"}, {"press": "ctrl+s"}, {"settle": true}]"#)
        #expect(played.screen.contains("1 error") && played.screen.contains("New task"))
        #expect(played.output.flatMap { JSON($0)["title"] } == "Tea")
    }

    @Test(arguments: [("escape", FeatureDialog.failed), ("ctrl+c", FeatureDialog.interrupted)])
    func aFormThatIsLeftHasNoValues(_ key: String, _ status: Int32) async throws {
        let played = try await Self.play(#"[{"settle": true}, {"press": "\#(key)"}, {"settle": true}]"#)
        #expect(played.status == status && played.output == nil)
    }
}
