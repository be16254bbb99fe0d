import FHFormFeature
import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Options from a source.
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
        #expect(
            source.calls.last
                == .fetch(
                    FetchRequest(
                        start: .offset(0), limit: 100,
                        query: RowQuery(predicate: .isIn("id", [JSONText.string("9")])))))
        await form.answer(1, [SourceRow(id: "9", value: #"{"id":"9","name":"Voss"}"#)])
        #expect(form.field("/city")["options"]?[0]?["title"]?.stringValue == "Voss", "the title of a saved value")
        try form.enter("/city", #""1""#)
        try form.send("searchOptions", #"{"path":"/city","query":"ber"}"#)
        guard case .fetch(let request) = form.source.calls.last else {
            Issue.record("nothing was looked for")
            return
        }
        #expect(request.query.text == "ber")
        await form.answer(2, [SourceRow(id: "2", value: #"{"id":"2","name":"Bergen"}"#)])
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

    // MARK: Values beyond the first options

    private func cities(
        _ values: String = "{}", capabilities: SourceCapabilities = .all, _ type: FieldType = .picker
    ) -> FormStore {
        let source = SimulatedSource(capabilities: capabilities)
        return FormStore(
            [field("city", type) { $0.optionsSource = OptionsSource(source: source, title: "name") }],
            values: values, source: source)
    }

    private func row(_ id: String, _ name: String) -> SourceRow {
        SourceRow(id: id, value: text(#"{"id":"\#(id)","name":"\#(name)"}"#))
    }

    @Test func aValueThatTheSourceDoesNotHaveIsWrong() async throws {
        let form = cities(#"{"city":"9"}"#)
        await form.answer(0, [row("1", "Oslo")])
        #expect(form.codes("/city") == [], "nobody knows yet")
        await form.answer(1)
        #expect(form.codes("/city") == ["enum"])
        try form.enter("/city", #""1""#)
        #expect(form.codes("/city") == [] && source(form).count == 2, "it is among the options")
    }

    @Test func aSubmitWaitsUntilTheSourceKnowsTheValue() async throws {
        let form = cities()
        await form.answer(0, [row("1", "Oslo")])
        try form.enter("/city", #""7""#)
        try form.send("submit")
        #expect(form.status == "validating" && source(form).count == 2)
        await form.answer(1, [row("7", "Moss")])
        #expect(form.status == "succeeded")
        #expect(form["result"] == json(#"{"city":"7"}"#))
        try form.enter("/city", #""8""#)
        try form.send("submit")
        await form.answer(2)
        #expect(form.status == "editing")
        #expect(form["focus"]["path"]?.stringValue == "/city")
    }

    @Test func aSubmitFailsWhereTheSourceCannotSaySo() async throws {
        let form = cities()
        await form.answer(0)
        try form.enter("/city", #""7""#)
        try form.send("submit")
        await form.fail(1)
        #expect(form.status == "failed")
        #expect(form.errors.map { $0["code"]?.stringValue } == ["networkError", "networkError"])
    }

    @Test func theValuesOfAllItemsAreAskedForTogether() async throws {
        let source = SimulatedSource()
        let form = FormStore(
            [
                field("lines", .repeated) {
                    $0.fields = [field("city", .picker) { $0.optionsSource = OptionsSource(source: source) }]
                }
            ], values: #"{"lines":[{"city":"7"},{"city":"8"},{"city":"7"}]}"#, source: source)
        await form.answer(0)
        #expect(
            source.calls.last
                == .fetch(
                    FetchRequest(
                        start: .offset(0), limit: 100,
                        query: RowQuery(predicate: .isIn("id", [JSONText.string("7"), JSONText.string("8")])))))
    }

    @Test func aSourceThatSearchesIsAskedForWords() async throws {
        let form = cities(capabilities: [.all, .search])
        await form.answer(0)
        try form.send("searchOptions", #"{"path":"/city","query":" os "}"#)
        #expect(source(form).last == .search(SearchRequest(query: "os", limit: 100)))
        await form.answer(1, [row("1", "Oslo")])
        #expect(form.field("/city")["options"] == json(#"[{"value":"1","title":"Oslo"}]"#))
        try form.enter("/city", #""9""#)
        await form.answer(2)
        #expect(source(form).last == .search(SearchRequest(query: "9", limit: 100)), "its rows may be results alone")
        await form.answer(3, [row("9", "Voss")])
        #expect(form.codes("/city") == [])
        #expect(form.field("/city")["options"]?[0] == json(#"{"value":"9","title":"Voss"}"#))
    }

    @Test func nothingIsLoadedBehindOptionsThatDidNotCome() async throws {
        let form = cities(capabilities: [.all, .search])
        await form.fail(0)
        #expect(form.refusal("loadMoreOptions", #"{"path":"/city"}"#) == "notLoaded")
        try form.send("searchOptions", #"{"path":"/city","query":"os"}"#)
        await form.answer(1, [row("1", "Oslo")])
        #expect(form.refusal("loadMoreOptions", #"{"path":"/city"}"#) == "endReached")
        try form.send("searchOptions", #"{"path":"/city","query":"mo"}"#)
        await form.fail(2)
        #expect(form.refusal("loadMoreOptions", #"{"path":"/city"}"#) == "notLoaded")
    }

    @Test func furtherPagesAreLoaded() async throws {
        let form = cities()
        #expect(form.refusal("loadMoreOptions", #"{"path":"/city"}"#) == "loading")
        form.source.answer(0, with: Page(rows: [row("1", "Oslo")], endReached: false))
        form.source.answer(1, with: Page(rows: [row("2", "Moss")], nextCursor: "c", endReached: false))
        form.source.answer(2, with: Page(rows: [row("2", "Moss"), row("3", "Voss")], endReached: true))
        while form.field("/city")["optionsFrom"]?["status"]?.stringValue == "loading" { await form.pass() }
        try form.send("loadMoreOptions", #"{"path":"/city"}"#)
        #expect(source(form).last == .fetch(FetchRequest(start: .offset(1), limit: 100)))
        while form.field("/city")["optionsFrom"]?["status"]?.stringValue == "loading" { await form.pass() }
        try form.send("loadMoreOptions", #"{"path":"/city"}"#)
        #expect(source(form).last == .fetch(FetchRequest(start: .cursor("c"), limit: 100)))
        while form.field("/city")["optionsFrom"]?["status"]?.stringValue == "loading" { await form.pass() }
        let titles = form.field("/city")["options"]?.elements.compactMap { $0["title"]?.stringValue }
        #expect(titles == ["Oslo", "Moss", "Voss"])
        #expect(form.field("/city")["optionsFrom"]?["endReached"]?.boolValue == true)
        #expect(form.refusal("loadMoreOptions", #"{"path":"/city"}"#) == "endReached")
    }

    @Test func aPickerThatMustNotBeEmptyAllowsNoNone() {
        let form = FormStore([
            field("a", .picker) { $0.options = options(#""x""#) },
            field("b", .picker) {
                $0.options = options(#""x""#)
                $0.required = true
                $0.default = text(#""x""#)
            },
        ])
        #expect(form.flag("/a", "allowsNone") == true)
        #expect(form.flag("/b", "allowsNone") == false)
    }

    private func source(_ form: FormStore) -> [SimulatedSource.Call] { form.source.calls }
}
