import FeatureKit
import FeatureTesting
import FormFeature
import JSON
import Querying
import Testing

/// Options that a source has.
@Suite struct FormOptionsTests {
    @Test func optionsComeFromASourceAndAreLookedFor() async throws {
        let source = SimulatedSource()
        let form = FormStore(
            [
                field("city", .picker) { $0.optionsSource = OptionsSource(source: source, title: "name") }
            ], values: #"{"city":"9"}"#, source: source)
        #expect(form.field("/city")["optionsFrom"] == json(#"{"status":"loading","query":"","endReached":false}"#))
        await form.answer(0, [SourceRow(id: "1", value: #"{"id":"1","name":"Oslo"}"#)])
        #expect(
            form.field("/city")["options"] == json(#"[{"value":"9","title":"9"},{"value":"1","title":"Oslo"}]"#),
            "what is picked is always among them")
        try form.enter("/city", #""1""#)
        try form.send("searchOptions", #"{"path":"/city","query":"ber"}"#)
        guard case .fetch(let request) = form.source.calls.last else {
            Issue.record("nothing was looked for")
            return
        }
        #expect(request.query.text == "ber")
        await form.answer(1, [SourceRow(id: "2", value: #"{"id":"2","name":"Bergen"}"#)])
        #expect(
            form.field("/city")["options"] == json(#"[{"value":"1","title":"Oslo"},{"value":"2","title":"Bergen"}]"#))
        #expect(form["isValid"].boolValue == true)
        #expect(form.refusal("searchOptions", #"{"path":"/nothing","query":""}"#) == "gone")
    }

    @Test func optionsThatFailAreAnErrorWithARetry() async throws {
        let source = SimulatedSource()
        let form = FormStore(
            [field("city", .picker) { $0.optionsSource = OptionsSource(source: source) }], source: source)
        await form.fail(0)
        #expect(form.field("/city")["optionsFrom"]?["status"]?.stringValue == "failed")
        try form.send("retry")
        #expect(form.field("/city")["optionsFrom"]?["status"]?.stringValue == "loading")
        #expect(form.source.calls.count == 2)
    }

    @Test func whatWasLookedForInVainIsLookedForAgain() async throws {
        let source = SimulatedSource()
        let form = FormStore(
            ["p", "q"].map { field($0, .picker) { $0.optionsSource = OptionsSource(source: source) } }, source: source)
        await form.answer(0)
        await form.answer(1)
        try form.send("searchOptions", #"{"path":"/p","query":"ab"}"#)
        await form.fail(2)
        try form.send("retry")
        #expect(form.errors.isEmpty)
        guard form.source.calls.count == 4, case .fetch(let request) = form.source.calls.last else {
            Issue.record("it was not looked for once more")
            return
        }
        #expect(request.query.text == "ab")
        await form.answer(3)
        #expect(form.field("/p")["optionsFrom"] == json(#"{"status":"idle","query":"ab","endReached":true}"#))
        #expect(form.field("/q")["optionsFrom"]?["query"]?.stringValue == "")
    }
}
