import FHFormFeature
import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

/// The content of a draft, and the times at which it is written and deleted.
@Suite struct FormDraftTests {
    private static let fields = [field("a"), field("b")]

    /// Makes a form, after its source has returned the drafts.
    private func form(
        _ fields: [FieldConfiguration] = fields, _ rows: [SourceRow] = [], values: String = "{}",
        _ configure: (inout FormConfiguration, SimulatedSource) -> Void = { _, _ in }
    ) async -> FormStore {
        let form = FormStore(fields, values: values) {
            $0.draft = DraftPlace(source: $1, id: "order")
            configure(&$0, $1)
        }
        await form.answer(0, rows)
        return form
    }

    private static func row(_ values: String) -> SourceRow {
        SourceRow(id: "order", value: text(#"{"id":"order","values":\#(values)}"#))
    }

    private static func values(_ a: String, _ b: String? = nil) -> String {
        let second = b.map { #",{"path":"/b","value":"\#($0)"}"# } ?? ""
        return #"[{"path":"/a","value":"\#(a)"}\#(second)]"#
    }

    private func update(_ a: String, _ b: String? = nil) -> SimulatedSource.Call {
        .update("order", text(#"{"values":\#(Self.values(a, b))}"#))
    }

    // MARK: Content

    @Test func whatAPersonHasEmptiedIsRestoredAsEmpty() async throws {
        let fields = [
            field("a"), field("n", .number) { $0.default = "5" },
            field("p", .picker) {
                $0.options = options(#""x""#)
                $0.default = text(#""x""#)
            },
            field("g", .group) { $0.fields = [field("day", .date) { $0.default = text(#""2026-01-01""#) }] },
            field("l", .repeated) { $0.fields = [field("n", .number) { $0.default = "7" }] },
        ]
        let first = await form(fields)
        try first.enter("/a", #""x""#)
        first.advance(500)
        await first.answer(1)
        try first.send("setValues", #"{"values":{"n":null,"p":null,"g":{"day":null},"l":[{"n":null}]}}"#)
        first.advance(500)
        guard case .update(_, let patch) = first.source.calls.last else {
            Issue.record("nothing was kept")
            return
        }
        let row = SourceRow(id: "order", value: json(#"{"id":"order","values":{"n":1}}"#).merged(with: patch.value))
        let second = await form(fields, [row])
        try second.send("restoreDraft")
        #expect(second.value("/a").stringValue == "x")
        #expect(second.items("/l") == ["k1"])
        for path in ["/n", "/p", "/g/day", "/l/k1/n"] { #expect(second.value(path).isNull, "\(path)") }
    }

    @Test(arguments: [
        #"{"flag":"no","day":17,"l":[{"q":"one","n":{}},{}],"g":{"x":{},"y":"z"},"gone":1}"#,
        #"""
        [{"path":"/flag","value":"no"},{"path":"/day","value":17},{"path":"/l","value":[{"q":"one","n":{}},{}]},
         {"path":"/g/x","value":{}},{"path":"/g/y","value":"z"},{"path":"/gone","value":1},7,{"path":"/n"}]
        """#,
    ])
    func whatADraftDoesNotHoldStaysAsItIs(_ values: String) async throws {
        let fields = [
            field("flag", .toggle), field("day", .date), field("n", .number) { $0.default = "1" },
            field("g", .group) { $0.fields = [field("x"), field("y")] },
            field("l", .repeated) { $0.fields = [field("q"), field("n", .number) { $0.default = "7" }] },
        ]
        let form = await form(
            fields, [Self.row(values)], values: #"{"flag":true,"day":"2026-05-05","n":3,"g":{"x":"x"}}"#)
        try form.send("restoreDraft")
        #expect(form.value("/flag").boolValue == true)
        #expect(form.value("/day").stringValue == "2026-05-05")
        #expect(form.value("/n").intValue == 3)
        #expect(form.value("/g/x").stringValue == "x" && form.value("/g/y").stringValue == "z")
        #expect(form.items("/l") == ["k1", "k2"])
        #expect(form.value("/l/k1/q").stringValue == "one" && form.value("/l/k1/n").intValue == 7)
    }

    @Test func aRestoredDraftIsWrittenAgainWhereItIsNotWhatIsEntered() async throws {
        let row = Self.row(Self.values("x"))
        let same = await form(Self.fields, [row])
        try same.send("restoreDraft")
        #expect(same.isSettled)
        let lacking = await form(Self.fields, [Self.row(#"{"a":"x"}"#)])
        try lacking.enter("/b", #""y""#)
        try lacking.send("restoreDraft")
        lacking.advance(500)
        #expect(lacking.source.calls.last == update("x", "y"))
        let clean = await form(Self.fields, [row], values: #"{"a":"x"}"#)
        try clean.send("restoreDraft")
        clean.advance(500)
        #expect(clean.source.calls.last == .delete(["order"]))
    }

    // MARK: Writing and deleting

    @Test func whatIsEnteredDuringASubmitIsKept() async throws {
        let form = await form {
            $0.submit = .perform($1, operation: "order")
            $0.onSuccess = .stay
        }
        try form.enter("/a", #""x""#)
        form.advance(500)
        await form.answer(1)
        try form.send("submit")
        try form.enter("/b", #""y""#)
        await form.answer(2)
        #expect(form.status == "succeeded")
        #expect(form["isDirty"].boolValue == true)
        #expect(form.source.calls.last == .update("order", text(#"{"values":[{"path":"/b","value":"y"}]}"#)))
        await form.answer(3)
        #expect(form.isSettled)
        #expect(form.source.calls.count == 4)
    }

    @Test func whatWasEnteredBesideADraftTakesItsPlace() async throws {
        let form = await form(Self.fields, [Self.row(Self.values("old", ""))])
        try form.enter("/a", #""new""#)
        try form.send("discardDraft")
        #expect(form.source.calls.last == update("new"))
        await form.answer(1)
        #expect(form.isSettled)
        #expect(form["hasDraft"].boolValue == false)
    }

    @Test func aNewBaselineMayBeWhatWasEntered() async throws {
        let form = await form()
        try form.enter("/a", #""x""#)
        form.advance(500)
        await form.answer(1)
        try form.send("rebase", #"{"values":{"b":"theirs"}}"#)
        form.advance(500)
        #expect(form.source.calls.last == update("x"), "what others change is not entered")
        await form.answer(2)
        try form.send("rebase", #"{"values":{"a":"x"}}"#)
        #expect(form["isDirty"].boolValue == false)
        form.advance(500)
        #expect(form.source.calls.last == .delete(["order"]))
        await form.answer(3)
        try form.send("rebase", #"{"values":{"a":"z"}}"#)
        #expect(form.isSettled, "there is nothing to be kept")
    }

    @Test func whatIsLeftAloneIsNotKept() async throws {
        let fields = [
            field("a"), field("pin", .secure), field("g", .group) { $0.fields = [field("x"), field("y")] },
            field("l", .repeated) { $0.fields = [field("q")] },
        ]
        let form = await form(fields, values: #"{"a":"opened","g":{"x":"x","y":"y"},"l":[{"q":"1"}]}"#)
        try form.send("setSecret", #"{"path":"/pin","value":"hush"}"#)
        form.advance(500)
        #expect(form.isSettled && form.source.calls.count == 1, "a secret alone is no draft")
        try form.enter("/g/y", #""z""#)
        try form.send("insertItem", #"{"path":"/l","value":{"q":"2"}}"#)
        form.advance(500)
        #expect(form.source.calls.last == .insert("order", before: nil))
        await form.answer(1)
        try form.enter("/g/y", #""zz""#)
        form.advance(500)
        let kept = #"[{"path":"/g/y","value":"zz"},{"path":"/l","value":[{"q":"1"},{"q":"2"}]}]"#
        #expect(form.source.calls.last == .update("order", text(#"{"values":\#(kept)}"#)))
    }

    @Test func aDeletionStandsBehindTheWriteThatIsUnderWay() async throws {
        let form = await form()
        try form.enter("/a", #""x""#)
        form.advance(500)
        try form.send("discard")
        #expect(form.source.calls.last == .insert("order", before: nil))
        #expect(form.store.isSaving && !form.isSettled)
        await form.answer(1)
        #expect(form.source.calls.last == .delete(["order"]))
        #expect(form.store.isSaving)
        await form.answer(2)
        form.advance(1_000)
        #expect(!form.store.isSaving && form.isSettled && form.source.calls.count == 3)
    }

    @Test func aSubmitDeletesTheDraftThatIsStillBeingWritten() async throws {
        let form = await form { configuration, _ in configuration.onSuccess = .stay }
        try form.enter("/a", #""x""#)
        form.advance(500)
        try form.enter("/a", #""y""#)
        try form.send("submit")
        form.advance(500)
        await form.answer(1)
        #expect(form.source.calls.last == .delete(["order"]), "what was due after the submit is not written")
        await form.answer(2)
        #expect(form.isSettled && form.source.calls.count == 3)
    }

    @Test func anOfferedDraftOutlastsAFormThatIsGivenUp() async throws {
        let form = await form(Self.fields, [Self.row(Self.values("old"))])
        try form.enter("/a", #""new""#)
        try form.send("discard")
        form.advance(500)
        #expect(form.source.calls.count == 1, "nobody has decided about it")
    }

    // MARK: Subjects

    @Test func aDraftIsKnownByWhatTheFormIsAbout() async throws {
        func id(_ params: String) -> String? {
            let form = FormStore([field("a"), field("n", .number), field("pin", .secure)], params: params) {
                $0.draft = DraftPlace(source: $1, id: "order")
            }
            guard case .fetch(let request) = form.source.calls.first,
                case .equals(_, .value(let id))? = request.query.predicate
            else { return nil }
            return id.value.stringValue
        }
        #expect(id("{}") == "order")
        #expect(id(#"{"values":{}}"#) == "order")
        #expect(id(#"{"values":{"a":"","other":1,"pin":"1234"}}"#) == "order", "what no field holds is nothing")
        #expect(id(#"{"id":"7"}"#) == "order:7")
        #expect(id(#"{"id":"7","values":{"a":"x"}}"#) == "order:7", "the row changes, and stays the row")
        let prefilled = id(#"{"values":{"a":"x","n":1}}"#)
        #expect(prefilled?.hasPrefix("order?") == true)
        #expect(prefilled == id(#"{"values":{"n":1.0,"a":"x","pin":"1234"}}"#))
        #expect(prefilled != id(#"{"values":{"a":"y","n":1}}"#))
        let long = id(#"{"id":"\#(String(repeating: "i", count: 4_000))"}"#)
        #expect((long?.utf8.count).map { $0 < 64 } == true, "sources bound the length of ids")
    }

    // MARK: Errors

    @Test func aDraftThatIsTakenAwayAtLastIsNoErrorAnyMore() async throws {
        let form = await form(Self.fields, [Self.row(Self.values("old", ""))])
        try form.send("discardDraft")
        await form.fail(1)
        #expect(form.errors.map { $0["code"]?.stringValue } == ["networkError"])
        try form.send("retry")
        #expect(form.errors.isEmpty)
        #expect(form.source.calls.last == .delete(["order"]))
        await form.answer(2)
        #expect(form.errors.isEmpty && form.isSettled)
    }

    @Test func whatCouldNotBeKeptIsNoErrorWhenItIsTakenBack() async throws {
        let form = await form()
        try form.enter("/a", #""x""#)
        form.advance(500)
        await form.fail(1)
        #expect(form.errors.count == 1)
        try form.enter("/a", #""""#)
        form.advance(500)
        #expect(form.errors.isEmpty)
        #expect(form.source.calls.count == 2)
    }

    @Test func aWriteThatFailsWhenSomethingElseIsToBeKeptIsNoError() async throws {
        let form = await form()
        try form.enter("/a", #""x""#)
        form.advance(500)
        try form.enter("/a", #""y""#)
        form.advance(500)
        await form.fail(1)
        #expect(form.errors.isEmpty)
        #expect(form.source.calls.last == .insert("order", before: nil))
        await form.fail(2)
        #expect(form.errors.map { $0["code"]?.stringValue } == ["networkError"])
        #expect(form.source.calls.count == 3)
    }
}
